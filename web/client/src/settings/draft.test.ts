import { expect, test } from "bun:test";
import { changedFields } from "./draft.ts";

const stored = { name: "Ferrets", tags: ["a", "b"], permissions: { allow: 1n, deny: 0n }, icon: undefined };

test("only fields that differ count as changed", () => {
  expect(changedFields(stored, { name: "Ferrets", tags: ["a", "b"] })).toEqual({});
  expect(changedFields(stored, { name: "Stoats" })).toEqual({ name: "Stoats" });
  expect(changedFields(stored, { tags: ["b", "a"] })).toEqual({ tags: ["b", "a"] });
  expect(changedFields(stored, { permissions: { allow: 1n, deny: 0n } })).toEqual({});
  expect(changedFields(stored, { permissions: { allow: 1n, deny: 2n } })).toEqual({
    permissions: { allow: 1n, deny: 2n },
  });
});

test("a field that somebody else set to the same value is not changed any more", () => {
  const edits = { name: "Stoats" };
  expect(changedFields({ ...stored, name: "Stoats" }, edits)).toEqual({});
});

test("two files are never the same by their content", () => {
  const file = new File(["x"], "x.png");
  expect(changedFields<{ icon?: File }>({ icon: file }, { icon: file })).toEqual({});
  expect(
    Object.keys(changedFields<{ icon?: File }>({ icon: file }, { icon: new File(["x"], "x.png") })),
  ).toEqual(["icon"]);
});
