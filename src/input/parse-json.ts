import { invalid } from "../declare/error.ts";

/** How deep arrays and objects of a body may be nested. The deepest payload that a known client sends has 10 levels. */
const maxDepth = 32;
/** Values in a body, members of arrays and objects included. */
export const maxValues = 20_000;

/**
 * Parses JSON that a client sent; throws FailedValidation if it is malformed, too deep or has too many values. These
 * two are counted before anything is built from the text, because nesting and many keys make `JSON.parse` slow.
 */
export function parseJson(text: string, { values = maxValues } = {}): unknown {
  assertSmall(text, values);
  try {
    return JSON.parse(text);
  } catch {
    throw invalid("body: must be JSON");
  }
}

const quote = 0x22;
const comma = 0x2c;
const backslash = 0x5c;

/** Counts brackets and commas outside of strings. It need not understand malformed JSON, which the parser refuses. */
function assertSmall(text: string, most: number): void {
  let depth = 0;
  let values = 1;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === quote) {
      for (index++; index < text.length && text.charCodeAt(index) !== quote; index++)
        if (text.charCodeAt(index) === backslash) index++;
    } else if (code === comma) values++;
    // The brackets of arrays and objects differ in one bit: [ and {, ] and }.
    else if ((code | 0x20) === 0x7b) {
      values++;
      if (++depth > maxDepth) throw invalid("body: is nested too deeply");
    } else if ((code | 0x20) === 0x7d) depth--;
    if (values > most) throw invalid("body: has too many values");
  }
}
