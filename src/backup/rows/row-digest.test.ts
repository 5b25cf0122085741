import { expect, test } from "bun:test";
import { RowDigest } from "./row-digest.ts";

function digestOf(rows: readonly (string | null)[][]) {
  const digest = new RowDigest();
  for (const row of rows) digest.add(row);
  return digest.result;
}

test("the digest of a table counts its rows, and does not depend on their order", () => {
  const rows = [
    ["1", "a", null],
    ["2", "b", "c"],
  ];
  const result = digestOf(rows);
  expect(result).toEqual({ rows: 2, nuls: 0, digest: expect.stringMatching(/^[0-9a-f]{64}$/) });
  expect(digestOf(rows.toReversed())).toEqual(result);
  expect(digestOf(rows.slice(0, 1)).digest).not.toBe(result.digest);
  expect(digestOf([])).toEqual({ rows: 0, nuls: 0, digest: "0".repeat(64) });
});

test("a value counts as it can be stored in PostgreSQL, without NUL", () => {
  expect(digestOf([["a\0b", "\0", "c"]])).toEqual({ ...digestOf([["ab", "", "c"]]), nuls: 2 });
});
