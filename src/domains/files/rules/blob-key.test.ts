import { expect, test } from "bun:test";
import { isBlobKey } from "../../../platform/blobs/port.ts";
import { newBlobKey, readBlobKey } from "./blob-key.ts";

const hash = "ab".repeat(32);
const now = 1_790_000_000_000;

test("a key is valid, unique, and contains its time", () => {
  const [one, other] = [newBlobKey(hash, now), newBlobKey(hash, now)];
  expect(isBlobKey(one)).toBe(true);
  expect(one).not.toBe(other);
  expect(one.startsWith(`${hash}-`)).toBe(true);
  expect(readBlobKey(one)).toEqual({ stored: one, madeAt: now });
  expect(readBlobKey(`${one}-128x128`)).toEqual({ stored: one, madeAt: now });
});

test.each(["", "something", hash, `${hash}-`, `x${newBlobKey(hash, now)}`, `${newBlobKey(hash, now)}0`])(
  "%j is no key of ours",
  (key) => {
    expect(readBlobKey(key)).toBeUndefined();
  },
);
