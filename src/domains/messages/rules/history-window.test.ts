import { expect, test } from "bun:test";
import type { HistoryQuery } from "../draft-model.ts";
import { type HistoryWindow, readWindow } from "./history-window.ts";

const a = "01HZZZZZZZZZZZZZZZZZZZZZZA";
const b = "01HZZZZZZZZZZZZZZZZZZZZZZB";
const newest = { kind: "page", order: "desc", limit: 50 } as const;

test.each<[query: HistoryQuery, window: HistoryWindow]>([
  [{}, newest],
  [{ limit: 1 }, { ...newest, limit: 1 }],
  [
    { limit: 100, include_users: true },
    { ...newest, limit: 100 },
  ],
  [{ before: b }, { ...newest, before: b }],
  [{ after: a }, { ...newest, after: a }],
  [
    { after: a, before: b },
    { ...newest, after: a, before: b },
  ],
  [{ sort: "Latest" }, newest],
  [{ sort: "Relevance" }, newest],
  [{ sort: "Oldest" }, { ...newest, order: "asc" }],
  [
    { sort: "Oldest", after: a, limit: 7 },
    { kind: "page", order: "asc", after: a, limit: 7 },
  ],
  [{ nearby: a }, { kind: "around", id: a, each: 26 }],
  [
    { nearby: a, limit: 1 },
    { kind: "around", id: a, each: 1 },
  ],
  [
    { nearby: a, limit: 2 },
    { kind: "around", id: a, each: 2 },
  ],
  [
    { nearby: a, limit: 3 },
    { kind: "around", id: a, each: 2 },
  ],
  [
    { nearby: a, limit: 100 },
    { kind: "around", id: a, each: 51 },
  ],
  [
    { nearby: a, before: b, after: b, sort: "Oldest" },
    { kind: "around", id: a, each: 26 },
  ],
])("%j asks for the right messages", (query, window) => {
  expect(readWindow(query)).toEqual(window);
});
