import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { ApiError } from "../declare/error.ts";
import { parseJson } from "./parse-json.ts";

function problemIn(text: string): unknown {
  try {
    parseJson(text);
  } catch (error) {
    return error instanceof ApiError && error.extra.error;
  }
  return undefined;
}

const nested = (depth: number) => "[".repeat(depth) + "]".repeat(depth);
const objects = (depth: number) => `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`;
const list = (length: number) => JSON.stringify(Array.from({ length }, () => 1));

describe("JSON of clients", () => {
  test("is parsed as JSON.parse does", () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(parseJson(text)).toEqual(JSON.parse(text));
      }),
    );
  });

  test.each([
    ["as deep as allowed", nested(32), undefined],
    ["objects as deep as allowed", objects(32), undefined],
    ["too deep", nested(33), "body: is nested too deeply"],
    ["objects that are too deep", objects(33), "body: is nested too deeply"],
    ["as many values as allowed", list(19_999), undefined],
    ["too many values", list(20_000), "body: has too many values"],
    ["too many in several lists", `[${Array(4).fill(list(5_000))}]`, "body: has too many values"],
    ["brackets and commas in text", JSON.stringify({ text: `${"[{,".repeat(30_000)}\\"` }), undefined],
    ["a quote and brackets in text", JSON.stringify(`"\\"${"[,".repeat(30_000)}`), undefined],
    ["lists one after the other", `[${Array(1_000).fill("[[]]")}]`, undefined],
    ["malformed", "{", "body: must be JSON"],
    ["a string without an end", '"\\', "body: must be JSON"],
  ])("%s", (_, text, problem) => {
    expect(problemIn(text)).toBe(problem);
  });

  test("may have as many values as the caller says", () => {
    expect(parseJson(list(30_000), { values: 30_002 })).toHaveLength(30_000);
    expect(() => parseJson(list(30), { values: 20 })).toThrow(ApiError);
  });
});
