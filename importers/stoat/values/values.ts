import { grantAllSafe } from "../../../src/permissions/bits.ts";
import { isId, timeOfId } from "../../../src/platform/ids/ids.ts";

/** A document of MongoDB as `bson` reads it, with numbers of 64 bits as BigInt. Nothing in it can be relied upon. */
export type Document = Readonly<Record<string, unknown>>;

/** Why a record cannot be taken. The message never contains what is in the record. */
export class Unusable extends Error {
  override readonly name = "Unusable";
}

/** Why a record is left out on purpose. */
export class LeftOut extends Error {
  override readonly name = "LeftOut";
}

const dayMs = 86_400_000;
/** The first moment that JavaScript cannot write with four digits for the year. */
const endOfTime = Date.UTC(10_000, 0);
const maxInt32 = 2 ** 31 - 1;

export function isDocument(value: unknown): value is Document {
  return typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

/** The document, or an empty one: what it lacks is then missed by name. */
export function documentOf(value: unknown): Document {
  return isDocument(value) ? value : {};
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function idOf(value: unknown, what: string): string {
  if (!isId(value)) throw new Unusable(`${what} is not an id`);
  // Later ids would have to be greater, and so would all times after it.
  if (timeOfId(value) > Date.now() + dayMs) throw new Unusable(`${what} lies in the future`);
  return value;
}

export function idsOf(value: unknown): string[] {
  return [...new Set(listOf(value).filter(isId))];
}

/** PostgreSQL cannot store NUL. */
export function textOf(value: unknown, what: string): string {
  if (typeof value !== "string") throw new Unusable(`${what} is not a text`);
  return value.replaceAll("\0", "");
}

/** Null for a text that is missing or empty. */
export function optionalText(value: unknown, what: string): string | null {
  if (value === undefined || value === null || value === "") return null;
  return textOf(value, what);
}

export function flagOf(value: unknown, otherwise = false): 0 | 1 {
  return (typeof value === "boolean" ? value : otherwise) ? 1 : 0;
}

function numberOf(value: unknown): number {
  return typeof value === "bigint" ? Number(value) : typeof value === "number" ? value : Number.NaN;
}

/** A whole number of 32 bits; a missing one is `otherwise`. */
export function integerOf(value: unknown, what: string, otherwise?: number): number {
  if ((value === undefined || value === null) && otherwise !== undefined) return otherwise;
  const number = numberOf(value);
  if (!Number.isInteger(number) || Math.abs(number) > maxInt32)
    throw new Unusable(`${what} is not a whole number`);
  return number;
}

/** Stoat writes "all" as -1, and Ermine as all bits that it can grant. Reserved bits stay. */
export function permissionsOf(value: unknown, what: string): number {
  const isWhole = typeof value === "bigint" || Number.isInteger(value);
  if (!isWhole) throw new Unusable(`${what} is not a set of permissions`);
  return Number(BigInt.asUintN(64, BigInt(value as bigint | number)) & BigInt(grantAllSafe));
}

/** The permissions that an override allows and denies. */
export function overrideOf(value: unknown, what: string): { allow: number; deny: number } {
  const { a, d } = documentOf(value);
  return { allow: permissionsOf(a, what), deny: permissionsOf(d, what) };
}

/** Milliseconds since 1970, of a date, a text or a number of seconds or milliseconds: Stoat has stored all of them. */
export function timeOf(value: unknown, what: string): number {
  const time =
    value instanceof Date
      ? value.getTime()
      : typeof value === "string"
        ? // More digits than milliseconds have.
          Date.parse(value.replace(/(\.\d{3})\d+/, "$1"))
        : inMilliseconds(numberOf(value));
  if (!(time >= 0 && time < endOfTime)) throw new Unusable(`${what} is not a time`);
  return Math.trunc(time);
}

/** In seconds, this is a day in the year 5138; in milliseconds, one in 1973. */
const firstMilliseconds = 100_000_000_000;

function inMilliseconds(number: number): number {
  return number < firstMilliseconds ? number * 1_000 : number;
}

export function optionalTime(value: unknown, what: string): number | null {
  return value === undefined || value === null ? null : timeOf(value, what);
}
