import { type Accessor, createSignal } from "solid-js";
import { fieldsOf, parseJson, type Schema } from "./schemas.ts";

/** What the server keeps for the user on all of their devices, as texts: the settings of a session. */
export interface SyncedSettings {
  read(key: string): string | undefined;
  /** Shows the new text at once, and takes it back if the server refuses it. */
  write(key: string, text: string): Promise<void>;
}

/** A preference of this device: a signal that outlasts the page, and follows other tabs. */
type DevicePreference<T> = [Accessor<T>, (value: T) => void];

/** A preference of an account, which belongs to its session. Only what changes is given to the second function. */
type SyncedPreference<T> = (
  settings: SyncedSettings,
) => [Accessor<T>, (changes: Partial<T>) => Promise<void>];

/** A row of the table of preferences. What the schema does not know, or not any more, is the default. */
export function createStored<T>(
  where: "device",
  key: string,
  schema: Schema<T>,
  standard: NoInfer<T>,
): DevicePreference<T>;
export function createStored<T extends object>(
  where: "synced",
  key: string,
  schema: Schema<T>,
  standard: NoInfer<T>,
): SyncedPreference<T>;
export function createStored<T extends object>(
  where: "device" | "synced",
  key: string,
  schema: Schema<T>,
  standard: NoInfer<T>,
): DevicePreference<T> | SyncedPreference<T> {
  const read = (text: string | null | undefined) => schema(parseJson(text)) ?? standard;
  return where === "device" ? onDevice(key, read) : synced(key, read);
}

function onDevice<T>(key: string, read: (text: string | null) => T): DevicePreference<T> {
  const load = () => read(localStorage.getItem(key));
  const [value, setValue] = createSignal<T>(load());
  window.addEventListener("storage", (event) => event.key === key && setValue(load));
  return [
    value,
    (next) => {
      localStorage.setItem(key, JSON.stringify(next));
      setValue(() => next);
    },
  ];
}

/** Other clients keep fields of their own under the same keys: they stay as they are. */
function synced<T extends object>(key: string, read: (text: string | undefined) => T): SyncedPreference<T> {
  return (settings) => [
    () => read(settings.read(key)),
    (changes) =>
      settings.write(key, JSON.stringify({ ...fieldsOf(parseJson(settings.read(key))), ...changes })),
  ];
}
