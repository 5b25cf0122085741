import { lastDigitsOfId, timeOfId } from "../../../platform/ids/ids.ts";

/** Leaves enough bits for the time that ids of the next eighty years are safe integers. */
const idsPerMillisecond = 2_048;

/**
 * The row number of a message in SQLite's FTS5 index, which knows rows by number only: the time of the message id,
 * then the id's last bits. Ids made in one millisecond differ in these, because each is its predecessor plus one.
 */
export function searchId(messageId: string): number {
  return timeOfId(messageId) * idsPerMillisecond + (lastDigitsOfId(messageId, 3) % idsPerMillisecond);
}

/** The time of the message with this search id, in milliseconds since 1970. */
export function timeOfSearchId(id: number): number {
  return Math.floor(id / idsPerMillisecond);
}

/** The smallest search id of a message sent at this time. */
export function firstSearchIdAt(time: number): number {
  return time * idsPerMillisecond;
}

/** The greatest search id of a message sent at this time; -1 for time -1. */
export function lastSearchIdAt(time: number): number {
  return firstSearchIdAt(time + 1) - 1;
}
