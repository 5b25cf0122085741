import { encodeTime } from "ulid";
import { firstSearchIdAt, lastSearchIdAt } from "./search-index.ts";

/** A range of search ids, both ends included. */
export interface SearchSpan {
  readonly first: number;
  readonly last: number;
}

/** Search ids of later times are no safe integers. */
const maxTime = 2 ** 42 - 1;
const timeDigits = 10;

/**
 * The search ids of all messages between two borders, which need not be ids of messages, or ids at all. The span
 * includes every message of the millisecond of a border, on either side of it.
 */
export function spanBetween(after: string | undefined, before: string | undefined): SearchSpan {
  return {
    first: after === undefined ? 0 : firstSearchIdAt(Math.max(0, timeUpTo(after))),
    last: lastSearchIdAt(before === undefined ? maxTime : timeUpTo(before)),
  };
}

/** The latest time whose ids do not sort after the text; -1 if all do. */
export function timeUpTo(text: string): number {
  const digits = text.slice(0, timeDigits);
  let [low, high] = [-1, maxTime];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (encodeTime(middle, timeDigits) <= digits) low = middle;
    else high = middle - 1;
  }
  return low;
}
