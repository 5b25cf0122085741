import { lastDigitsOfId, timeOfId } from "../../../platform/ids.ts";

/** As many as leave room for the time in a number that is exact, for the next eighty years. */
const inOneMillisecond = 2_048;

/**
 * A number for a message in SQLite's index of words, which knows its rows by number alone: the time of its id, then
 * the last bits. Ids made in one millisecond differ in those, since each is one more than the one before.
 */
export function searchId(messageId: string): number {
  return timeOfId(messageId) * inOneMillisecond + (lastDigitsOfId(messageId, 3) % inOneMillisecond);
}

/** The time of the message that has this number, in milliseconds since 1970. */
export function timeOfSearchId(id: number): number {
  return Math.floor(id / inOneMillisecond);
}

/** The smallest number of a message of this time. */
export function firstNumberAt(time: number): number {
  return time * inOneMillisecond;
}

/** The greatest; -1 for the millisecond before the first. */
export function lastNumberAt(time: number): number {
  return firstNumberAt(time + 1) - 1;
}
