import { encodeTime } from "ulid";
import { firstNumberAt, lastNumberAt } from "./search-id.ts";

/** Numbers of messages in SQLite's index of words; both ends belong to it. */
export interface SearchSpan {
  readonly first: number;
  readonly last: number;
}

/** Times beyond this have no number that is exact. */
const lastTime = 2 ** 42 - 1;
const digitsOfTime = 10;

/**
 * Numbers of all messages between two ids, neither of which needs to be one of a message, or an id at all. Those
 * made in the same millisecond as one of the two are within, on whichever side of it they are.
 */
export function spanBetween(after: string | undefined, before: string | undefined): SearchSpan {
  return {
    first: after === undefined ? 0 : firstNumberAt(Math.max(0, timeUpTo(after))),
    last: lastNumberAt(before === undefined ? lastTime : timeUpTo(before)),
  };
}

/** The last time of which ids are not greater than a text; -1 if all are. */
function timeUpTo(text: string): number {
  const digits = text.slice(0, digitsOfTime);
  let [low, high] = [-1, lastTime];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (encodeTime(middle, digitsOfTime) <= digits) low = middle;
    else high = middle - 1;
  }
  return low;
}
