import type { Message } from "../model.ts";

/** Ids of those who wrote messages, or whom the server itself speaks of; not all of them are users. */
export function peopleIn(messages: readonly Message[]): string[] {
  return [...new Set(messages.flatMap(({ author, system }) => [author, ...subjectsOf(system)]))];
}

function subjectsOf(system: Message["system"]): string[] {
  if (!system) return [];
  const { id, by, from, to }: Partial<Record<string, unknown>> = system;
  return [id, by, from, to].filter((value) => typeof value === "string");
}
