import { expect, test } from "bun:test";
import { layOutRows, type RowFacts } from "./row-layout.ts";

const noon = new Date(2026, 2, 3, 12).getTime();
const minute = 60_000;
const row = (id: string, minutes: number, facts: Partial<RowFacts> = {}): RowFacts => ({
  id,
  time: noon + minutes * minute,
  day: new Date(noon + minutes * minute).toDateString(),
  author: "ann",
  isSystem: false,
  isReply: false,
  isOwn: false,
  isBlocked: false,
  ...facts,
});
const heads = (rows: readonly RowFacts[]) =>
  [...layOutRows(rows, undefined, false)].filter(([, { isHead }]) => isHead).map(([id]) => id);

test("messages of one author share a header until there is a pause of five minutes", () => {
  const rows = [
    row("1", 0),
    row("2", 3),
    row("3", 8),
    row("4", 14),
    row("5", 15, { author: "bob" }),
    row("6", 15),
  ];
  expect(heads(rows)).toEqual(["1", "4", "5", "6"]);
});

test("replies, system messages and what follows them have a header", () => {
  const rows = [row("1", 0), row("2", 0, { isReply: true }), row("3", 0, { isSystem: true }), row("4", 0)];
  expect(heads(rows)).toEqual(["1", "2", "3", "4"]);
});

test("a new day has a line and a header", () => {
  const layouts = layOutRows([row("1", 718), row("2", 719), row("3", 721)], undefined, false);
  expect([...layouts.values()].map(({ isNewDay }) => isNewDay)).toEqual([true, false, true]);
  expect(layouts.get("3")?.isHead).toBe(true);
});

test("the line of new messages is above the first unread one of other people", () => {
  const rows = [row("1", 0), row("2", 0, { isOwn: true }), row("3", 0), row("4", 0)];
  const lines = (lastRead?: string) =>
    [...layOutRows(rows, lastRead, false)].filter(([, layout]) => layout.isFirstUnread).map(([id]) => id);
  expect(lines("1")).toEqual(["3"]);
  expect(lines("4")).toEqual([]);
  expect(lines()).toEqual([]);
});

test("messages of blocked people form runs", () => {
  const blocked = { isBlocked: true };
  const layouts = layOutRows(
    [row("1", 0), row("2", 0, blocked), row("3", 0, blocked), row("4", 0)],
    undefined,
    false,
  );
  expect(layouts.get("1")?.blockedRun).toBeUndefined();
  expect(layouts.get("3")?.blockedRun).toEqual({ head: "2", count: 2 });
});

test("rows look the same before and after older ones are loaded", () => {
  const rows = Array.from({ length: 40 }, (_, index) =>
    row(String(index).padStart(2, "0"), index * 40, { author: index % 3 > 0 ? "ann" : "bob" }),
  );
  const whole = layOutRows(rows, "04", false);
  for (let start = 0; start < rows.length; start += 1) {
    const cut = layOutRows(rows.slice(start), "04", true);
    expect([...cut]).toEqual([...whole].slice(start + 1));
  }
});
