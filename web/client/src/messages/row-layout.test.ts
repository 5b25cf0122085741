import { expect, test } from "bun:test";
import { layOutRows, type RowFacts } from "./row-layout.ts";

const noon = new Date(2026, 2, 3, 12).getTime();
const minute = 60_000;
const row = (id: string, minutes: number, facts: Partial<RowFacts> = {}): RowFacts => ({
  id,
  time: noon + minutes * minute,
  author: "ann",
  isSystem: false,
  isReply: false,
  isOwn: false,
  isBlocked: false,
  ...facts,
});
const heads = (rows: readonly RowFacts[], lastRead?: string) =>
  [...layOutRows(rows, lastRead)].filter(([, { isHead }]) => isHead).map(([id]) => id);

test("messages of one author within five minutes share a header", () => {
  const rows = [
    row("1", 0),
    row("2", 3),
    row("3", 5),
    row("4", 6),
    row("5", 7, { author: "bob" }),
    row("6", 7),
  ];
  expect(heads(rows)).toEqual(["1", "4", "5", "6"]);
});

test("replies, system messages and what follows them have a header", () => {
  const rows = [row("1", 0), row("2", 0, { isReply: true }), row("3", 0, { isSystem: true }), row("4", 0)];
  expect(heads(rows)).toEqual(["1", "2", "3", "4"]);
});

test("a new day has a line and a header", () => {
  const layouts = layOutRows([row("1", 718), row("2", 719), row("3", 721)], undefined);
  expect([...layouts.values()].map(({ isNewDay }) => isNewDay)).toEqual([true, false, true]);
  expect(layouts.get("3")?.isHead).toBe(true);
});

test("the line of new messages stands above the first unread one of other people", () => {
  const rows = [row("1", 0), row("2", 0, { isOwn: true }), row("3", 0), row("4", 0)];
  const lines = (lastRead?: string) =>
    [...layOutRows(rows, lastRead)].filter(([, layout]) => layout.isFirstUnread).map(([id]) => id);
  expect(lines("1")).toEqual(["3"]);
  expect(lines("4")).toEqual([]);
  expect(lines()).toEqual([]);
});

test("messages of blocked people form runs", () => {
  const blocked = { isBlocked: true };
  const layouts = layOutRows(
    [row("1", 0), row("2", 0, blocked), row("3", 0, blocked), row("4", 0)],
    undefined,
  );
  expect(layouts.get("1")?.blockedRun).toBeUndefined();
  expect(layouts.get("3")?.blockedRun).toEqual({ head: "2", count: 2 });
});
