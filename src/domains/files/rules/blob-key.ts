import { randomBytes } from "node:crypto";

/**
 * Where content is kept. No two are the same: content that comes back while its old copy is being removed is not
 * removed with it. The time is in it, so that leftovers can be told from what is being stored just now.
 */
export function newBlobKey(hash: string, now: number): string {
  return `${hash}-${now.toString(36)}-${randomBytes(8).toString("hex")}`;
}

/** The key of the content, where this is its own or that of a preview; undefined for keys of other kinds. */
export function readBlobKey(key: string): { stored: string; madeAt: number } | undefined {
  const [, stored, time] = /^([0-9a-f]{64}-([0-9a-z]{1,11})-[0-9a-f]{16})(?:-|$)/.exec(key) ?? [];
  return stored === undefined || time === undefined
    ? undefined
    : { stored, madeAt: Number.parseInt(time, 36) };
}
