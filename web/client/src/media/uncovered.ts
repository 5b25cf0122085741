import { createSignal } from "solid-js";
import { sessionState } from "../session/client.ts";
import { useClient } from "../session/context.tsx";

const uncoveredOf = sessionState(() => {
  const [opened, setOpened] = createSignal<ReadonlySet<string>>(new Set());
  return {
    has: (key: string) => opened().has(key),
    add: (key: string) => setOpened((keys) => new Set([...keys, key])),
    remove: (key: string) => setOpened((keys) => new Set([...keys].filter((other) => other !== key))),
  };
});

/**
 * What somebody has uncovered or unfolded, by file. A row of the list goes and comes back with scrolling, and is as it
 * was left.
 */
export const useUncovered = () => uncoveredOf(useClient());
