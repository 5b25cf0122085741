import { expect, test } from "bun:test";
import { inOrder } from "./ordering.ts";

const servers = [{ id: "a" }, { id: "b" }, { id: "c" }];

test("servers come in the stored order, and new ones at the end", () => {
  expect(inOrder(servers, ["c", "gone", "a"]).map(({ id }) => id)).toEqual(["c", "a", "b"]);
  expect(inOrder(servers, []).map(({ id }) => id)).toEqual(["a", "b", "c"]);
});
