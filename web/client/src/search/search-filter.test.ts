import { describe, expect, test } from "bun:test";
import { timeOf } from "../message/ulid-time.ts";
import { emptyFilter, problemOf, requestOf, type SearchFilter } from "./search-filter.ts";

const filter = (changes: Partial<SearchFilter>): SearchFilter => ({ ...emptyFilter, ...changes });
test("a filter says why it cannot be searched with", () => {
  expect(problemOf(emptyFilter)).toBe("empty");
  expect(problemOf(filter({ text: "  " }))).toBe("empty");
  expect(problemOf(filter({ text: "?!" }))).toBe("noWord");
  expect(problemOf(filter({ from: "2026-05-02", to: "2026-05-01" }))).toBe("days");
  expect(problemOf(filter({ text: "貂" }))).toBeUndefined();
  expect(problemOf(filter({ authorId: "ann" }))).toBeUndefined();
});

describe("the request", () => {
  test("leaves every filter to the server", () => {
    const wanted = filter({ text: " a ", isPinned: true, authorId: "ann", content: "link" });
    expect(requestOf(wanted)).toEqual({
      query: "a",
      pinned: true,
      author: "ann",
      has: "Link",
      sort: "Latest",
      limit: 25,
      include_users: true,
    });
  });

  test("holds the whole of the last day", () => {
    const { after, before } = requestOf(filter({ from: "2026-05-01", to: "2026-05-01" }));
    expect(timeOf(after ?? "")).toBe(+new Date(2026, 4, 1));
    expect(timeOf(before ?? "")).toBe(+new Date(2026, 4, 2));
  });

  test("sorts by relevance only if there are words", () => {
    expect(requestOf(filter({ authorId: "ann", sort: "Relevance" })).sort).toBe("Latest");
    expect(requestOf(filter({ text: "a", sort: "Relevance" }))).toMatchObject({
      sort: "Relevance",
      limit: 100,
    });
  });
});
