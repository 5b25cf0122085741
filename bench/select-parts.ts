import { refuse } from "../dev/read-options.ts";

/** The parts of a bench to run, by name: all, or the selected one. */
export function selectParts<T>(
  bench: string,
  parts: Readonly<Record<string, T>>,
  selected: string | undefined,
): [string, T][] {
  const chosen = Object.entries(parts).filter(([name]) => selected === undefined || selected === name);
  if (chosen.length === 0)
    refuse(`${bench} has no part ${selected}; there are ${Object.keys(parts).join(", ")}.`);
  return chosen;
}
