import type { HistoryQuery } from "../draft-model.ts";

/** The messages of a channel that a request reads. `before` and `after` are exclusive. */
export type HistoryWindow =
  | { kind: "page"; before?: string; after?: string; order: "asc" | "desc"; limit: number }
  /** `each` messages from this id on, ascending, then as many before it, descending. */
  | { kind: "around"; id: string; each: number };

const defaultLimit = 50;

/** Only Oldest reverses the order: without it, `after` too gives the newest messages, newest first. */
export function readWindow(query: Omit<HistoryQuery, "include_users">): HistoryWindow {
  const { limit = defaultLimit, before, after, sort, nearby } = query;
  if (nearby !== undefined) return { kind: "around", id: nearby, each: Math.floor(limit / 2) + 1 };
  return { kind: "page", before, after, order: sort === "Oldest" ? "asc" : "desc", limit };
}
