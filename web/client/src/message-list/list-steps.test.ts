import { expect, test } from "bun:test";
import { listSteps } from "./list-steps.ts";

const keys = (text: string) => [...text];
const steps = (from: string, to: string) =>
  listSteps(keys(from), keys(to))?.map((step) => `${step.keys.join("")}${step.isAtStart ? " start" : ""}`);

test("each step changes one end of the list", () => {
  expect(steps("cdef", "abcdef")).toEqual(["abcdef start"]);
  expect(steps("cdef", "cdefgh")).toEqual(["cdefgh"]);
  expect(steps("cdefgh", "abcde")).toEqual(["cde", "abcde start"]);
  expect(steps("abcde", "defgh")).toEqual(["de start", "defgh"]);
  expect(steps("abc", "abc")).toEqual([]);
});

test("a pending message gives way to the real one", () => {
  expect(steps("abP", "abc")).toEqual(["ab", "abc"]);
});

test("a message out of order is the last step", () => {
  expect(steps("ac", "abc")).toEqual(["abc"]);
});

test("lists without a common key have no steps", () => {
  expect(steps("abc", "xyz")).toBeUndefined();
});
