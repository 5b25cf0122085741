import { type Accessor, createSignal } from "solid-js";
import type { Reader } from "./readers.ts";

/** A preference of this device: a signal that outlasts the page, and follows other tabs. */
export function createStored<T>(key: string, read: Reader<T>): [Accessor<T>, (value: T) => void] {
  const load = () => read(parse(localStorage.getItem(key)));
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

function parse(text: string | null): unknown {
  try {
    return JSON.parse(text ?? "null");
  } catch {
    // Something else wrote here.
    return null;
  }
}
