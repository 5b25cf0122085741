import { createMemo, createSignal } from "solid-js";

/** The fields of a form that differ from what is stored. */
export function changedFields<T extends object>(stored: T, edits: Partial<T>): Partial<T> {
  const entries = Object.entries(edits).filter(([key, value]) => !isSame(value, stored[key as keyof T]));
  return Object.fromEntries(entries) as Partial<T>;
}

export interface Draft<T extends object> {
  get<K extends keyof T>(key: K): T[K];
  set<K extends keyof T>(key: K, value: T[K]): void;
  /** A field in the form of a control's props. */
  field<K extends keyof T>(key: K): { readonly value: T[K]; onChange(value: T[K]): void };
  /** Only what the user changed: fields that somebody else changes meanwhile are shown and not overwritten. */
  readonly changes: () => Partial<T>;
  readonly isChanged: () => boolean;
  reset(): void;
}

/** What the user changes in a form, on top of what is stored, which may change by itself. */
export function createDraft<T extends object>(stored: () => T): Draft<T> {
  const [edits, setEdits] = createSignal<Partial<T>>({});
  const changes = createMemo(() => changedFields(stored(), edits()));
  const draft: Draft<T> = {
    get: (key) => ({ ...stored(), ...changes() })[key],
    set: (key, value) => setEdits(() => ({ ...changes(), [key]: value }) as Partial<T>),
    field: (key) => ({
      get value() {
        return draft.get(key);
      },
      onChange: (value) => draft.set(key, value),
    }),
    changes,
    isChanged: () => Object.keys(changes()).length > 0,
    reset: () => setEdits(() => ({})),
  };
  return draft;
}

function isSame(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (!isPlain(a) || !isPlain(b)) return false;
  const keys = new Set([...Object.keys(a), ...Object.keys(b)]);
  return Array.isArray(a) === Array.isArray(b) && [...keys].every((key) => isSame(a[key], b[key]));
}

/** Files and other objects with a class are the same only if they are one. */
function isPlain(value: unknown): value is Record<string, unknown> {
  if (typeof value !== "object" || value === null) return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === Array.prototype;
}
