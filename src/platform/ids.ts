import { randomBytes } from "node:crypto";
import { monotonicFactory } from "ulid";
import type { Clock } from "./clock.ts";

export interface Ids {
  /** A ULID, larger than every one this process made before. */
  next(): string;
}

export function createIds(clock: Clock): Ids {
  const ulid = monotonicFactory();
  return { next: () => ulid(clock.now()) };
}

/** An unguessable string of `A-Z a-z 0-9 _ -`; the length must be a multiple of four. */
export function randomToken(length: 32 | 64): string {
  return randomBytes((length / 4) * 3).toString("base64url");
}
