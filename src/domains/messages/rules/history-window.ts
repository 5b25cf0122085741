import type { HistoryQuery } from "../draft-model.ts";

/** Which messages of a channel are to be read. Ids at the borders are not part of a page. */
export type HistoryWindow =
  | { kind: "page"; before?: string; after?: string; order: "asc" | "desc"; limit: number }
  /** So many with this id or a greater one, ascending, then so many with smaller ones, descending. */
  | { kind: "around"; id: string; each: number };

const usualLimit = 50;

/** Only Oldest turns the order around: without it, `after` too gives the newest messages, newest first. */
export function readWindow(query: Omit<HistoryQuery, "include_users">): HistoryWindow {
  const { limit = usualLimit, before, after, sort, nearby } = query;
  if (nearby !== undefined) return { kind: "around", id: nearby, each: Math.floor(limit / 2) + 1 };
  return { kind: "page", before, after, order: sort === "Oldest" ? "asc" : "desc", limit };
}
