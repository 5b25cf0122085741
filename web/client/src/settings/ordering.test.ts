import { expect, test } from "bun:test";
import { inOrder, readOrdering, withOrder } from "./ordering.ts";

const servers = [{ id: "a" }, { id: "b" }, { id: "c" }];

test("servers come in the stored order, and new ones at the end", () => {
  expect(inOrder(servers, ["c", "gone", "a"]).map(({ id }) => id)).toEqual(["c", "a", "b"]);
  expect(inOrder(servers, []).map(({ id }) => id)).toEqual(["a", "b", "c"]);
});

test("whatever another client stored next to the order survives a change of it", () => {
  const stored = readOrdering('{"servers":["a"],"folders":{"x":1}}');
  expect(stored.servers).toEqual(["a"]);
  expect(JSON.parse(withOrder(stored, ["b", "a"]))).toEqual({ servers: ["b", "a"], folders: { x: 1 } });
});

test("nonsense is read as no order", () => {
  for (const text of ["", "{", "null", "[]", '{"servers":"a"}', '{"servers":[1,null]}']) {
    expect(readOrdering(text).servers).toEqual([]);
  }
});
