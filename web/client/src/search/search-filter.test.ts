import { describe, expect, test } from "bun:test";
import type { File, Message } from "../../../protocol/types.ts";
import { timeOf } from "../message/ulid-time.ts";
import {
  emptyFilter,
  matches,
  needsSifting,
  nextRequest,
  problemOf,
  requestOf,
  type SearchFilter,
} from "./search-filter.ts";

const filter = (changes: Partial<SearchFilter>): SearchFilter => ({ ...emptyFilter, ...changes });
const message = (changes: Partial<Message>): Message => ({
  _id: "01HZ0000000000000000000000",
  channel: "channel",
  author: "ann",
  ...changes,
});

test("a filter says why it cannot be searched with", () => {
  expect(problemOf(emptyFilter)).toBe("empty");
  expect(problemOf(filter({ text: "  " }))).toBe("empty");
  expect(problemOf(filter({ text: "?!" }))).toBe("noWord");
  expect(problemOf(filter({ from: "2026-05-02", to: "2026-05-01" }))).toBe("days");
  expect(problemOf(filter({ text: "貂" }))).toBeUndefined();
  expect(problemOf(filter({ authorId: "ann" }))).toBeUndefined();
});

describe("the request", () => {
  test("never has words and pins together, which servers refuse", () => {
    expect(requestOf(filter({ text: "a", isPinned: true }))).toEqual({
      pinned: true,
      sort: "Latest",
      limit: 100,
      include_users: true,
    });
    expect(requestOf(filter({ text: " a " }))).toMatchObject({ query: "a", limit: 25 });
  });

  test("holds the whole of the last day", () => {
    const { after, before } = requestOf(filter({ from: "2026-05-01", to: "2026-05-01" }));
    expect(timeOf(after ?? "")).toBe(+new Date(2026, 4, 1));
    expect(timeOf(before ?? "")).toBe(+new Date(2026, 4, 2));
  });

  test("sorts by relevance only if there are words", () => {
    expect(requestOf(filter({ authorId: "ann", sort: "Relevance" })).sort).toBe("Latest");
    expect(requestOf(filter({ text: "a", sort: "Relevance" })).sort).toBe("Relevance");
  });
});

describe("the next request", () => {
  const page = [message({ _id: "b" }), message({ _id: "a" })];
  test.each([
    ["Latest", 2, { before: "a" }],
    ["Oldest", 2, { after: "a" }],
  ] as const)("sorted by %s continues after the last", (sort, limit, more) => {
    expect(nextRequest({ sort, limit }, page)).toEqual({ sort, limit, ...more });
  });

  test("is none at the end, nor by relevance", () => {
    expect(nextRequest({ sort: "Latest", limit: 3 }, page)).toBeUndefined();
    expect(nextRequest({ sort: "Latest", limit: 2 }, [])).toBeUndefined();
    expect(nextRequest({ sort: "Relevance", limit: 2 }, page)).toBeUndefined();
  });
});

describe("sifting", () => {
  test("is needed for what servers do not know", () => {
    expect(needsSifting(filter({ text: "a" }))).toBe(false);
    expect(needsSifting(filter({ isPinned: true }))).toBe(false);
    expect(needsSifting(filter({ isPinned: true, text: "a" }))).toBe(true);
    expect(needsSifting(filter({ content: "link" }))).toBe(true);
  });

  test.each([
    ["another author", filter({ authorId: "bob" }), message({}), false],
    ["a file", filter({ content: "file" }), message({ attachments: [{}] as File[] }), true],
    ["no file", filter({ content: "file" }), message({ content: "a.png" }), false],
    ["a link", filter({ content: "link" }), message({ content: "see HTTPS://a.example" }), true],
    ["no link", filter({ content: "link" }), message({ content: "https:// nothing" }), false],
    ["an embed", filter({ content: "embed" }), message({ embeds: [{ type: "None" }] }), true],
    ["a pinned word", filter({ isPinned: true, text: "CAFE x" }), message({ content: "Café" }), true],
    ["no pinned word", filter({ isPinned: true, text: "tea" }), message({ content: "Café" }), false],
    ["a system message", filter({ text: "a" }), message({ system: { type: "text", content: "a" } }), false],
  ])("%s", (_name, wanted, found, expected) => {
    expect(matches(wanted, found)).toBe(expected);
  });
});
