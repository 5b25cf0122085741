import { randomBytes } from "node:crypto";
import type { Clock } from "../clock/clock.ts";

const digits = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const pairs = [...digits].flatMap((first) => [...digits].map((second) => first + second));
/** A ULID is ten digits of time and sixteen random ones. The random part is kept in two halves, exact as numbers. */
const digitsOfTime = 10;
const digitsOfHalf = 8;
const valuesOfHalf = 32 ** digitsOfHalf;

export interface Ids {
  /** A ULID, greater than every ULID that this process made before. */
  next(): string;
}

/** Does not use a library: every message needs an id, mostly in the same millisecond as the one before. */
export function createIds(clock: Clock): Ids {
  let time = Number.NEGATIVE_INFINITY;
  let prefix = "";
  let [high, low] = [0, 0];
  return {
    next() {
      const now = clock.now();
      if (now > time) {
        const random = randomBytes(10);
        time = now;
        low = random.readUIntBE(0, 5);
        high = random.readUIntBE(5, 5);
        prefix = idsFrom(now) + write(high, digitsOfHalf);
      } else if (++low === valuesOfHalf) {
        low = 0;
        prefix = idsFrom(time) + write(++high, digitsOfHalf);
      }
      return prefix + write(low, digitsOfHalf);
    },
  };
}

/** A new ULID that is greater than another one: that of the millisecond after it, as if the clock had gone on. */
export function idAfter(id: string): string {
  const random = randomBytes(10);
  const halves = [random.readUIntBE(0, 5), random.readUIntBE(5, 5)];
  return idsFrom(timeOfId(id) + 1) + halves.map((half) => write(half, digitsOfHalf)).join("");
}

/** The ULID of a time whose random part is given in two halves of 40 bits: the same numbers make the same id. */
export function idOf(time: number, high: number, low: number): string {
  return idsFrom(time) + write(high, digitsOfHalf) + write(low, digitsOfHalf);
}

/** The prefix of all ids of a time: earlier ids are smaller than it, later ids are greater. */
export function idsFrom(time: number): string {
  return write(Math.max(0, Math.trunc(time)), digitsOfTime);
}

function write(value: number, length: number): string {
  let text = "";
  for (let left = value; text.length < length; left = Math.floor(left / pairs.length))
    text = pairs[left % pairs.length] + text;
  return text;
}

const valueOfDigit = Array.from({ length: 128 }, (_, code) => {
  const value = digits.indexOf(String.fromCharCode(code).toUpperCase());
  return value < 0 ? Number.NaN : value;
});

const idForm = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/;

/** Whether a value has the form of an id. */
export function isId(value: unknown): value is string {
  return typeof value === "string" && idForm.test(value);
}

/** The time of an id in milliseconds since 1970, or NaN. */
export function timeOfId(id: string): number {
  return read(id, 0, digitsOfTime);
}

/** The last digits of an id as a number; they distinguish ids of the same millisecond. */
export function lastDigitsOfId(id: string, count: number): number {
  return read(id, id.length - count, id.length);
}

function read(id: string, from: number, to: number): number {
  let value = 0;
  for (let at = from; at < to; at++)
    value = value * digits.length + (valueOfDigit[id.charCodeAt(at)] ?? Number.NaN);
  return value;
}

/** An unguessable string of `A-Z a-z 0-9 _ -`; the length must be a multiple of four. */
export function randomToken(length: 32 | 64): string {
  return randomBytes((length / 4) * 3).toString("base64url");
}
