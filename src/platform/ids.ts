import { randomBytes } from "node:crypto";
import { encodeTime, monotonicFactory } from "ulid";
import type { Clock } from "./clock.ts";

export interface Ids {
  /** A ULID, larger than every one this process made before. */
  next(): string;
}

export function createIds(clock: Clock): Ids {
  const ulid = monotonicFactory();
  return { next: () => ulid(clock.now()) };
}

/** What the ids made at this time begin with; those made earlier are smaller, those made later are greater. */
export function idsFrom(time: number): string {
  return encodeTime(Math.max(0, time), 10);
}

const digits = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const valueOfDigit: Readonly<Record<string, number>> = Object.fromEntries(
  [...digits].flatMap((digit, value) => [
    [digit, value],
    [digit.toLowerCase(), value],
  ]),
);

/** When an id was made, in milliseconds since 1970. Asked so often that the library's way of finding out is felt. */
export function timeOfId(id: string): number {
  let time = 0;
  for (let at = 0; at < 10; at++) time = time * 32 + (valueOfDigit[id[at] ?? ""] ?? Number.NaN);
  return time;
}

/** An unguessable string of `A-Z a-z 0-9 _ -`; the length must be a multiple of four. */
export function randomToken(length: 32 | 64): string {
  return randomBytes((length / 4) * 3).toString("base64url");
}
