import { createSignal } from "solid-js";

const [opened, setOpened] = createSignal<ReadonlySet<string>>(new Set());

/**
 * What somebody has uncovered or unfolded, by file. A row of the list goes and comes back with scrolling, and is as it
 * was left.
 */
export const uncovered = {
  has: (key: string) => opened().has(key),
  add: (key: string) => setOpened((keys) => new Set([...keys, key])),
  remove: (key: string) => setOpened((keys) => new Set([...keys].filter((other) => other !== key))),
};
