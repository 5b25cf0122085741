import { randomBytes } from "node:crypto";

/**
 * A new key for content. It is unique, so that content that is uploaded again while its old blob is being deleted keeps
 * its new blob. It contains the time, so that orphans can be told from blobs of uploads in progress.
 */
export function newBlobKey(hash: string, now: number): string {
  return `${hash}-${now.toString(36)}-${randomBytes(8).toString("hex")}`;
}

/** Reads the key of content or of its preview; undefined for foreign keys. */
export function readBlobKey(key: string): { stored: string; madeAt: number } | undefined {
  const [, stored, time] = /^([0-9a-f]{64}-([0-9a-z]{1,11})-[0-9a-f]{16})(?:-|$)/.exec(key) ?? [];
  return stored === undefined || time === undefined
    ? undefined
    : { stored, madeAt: Number.parseInt(time, 36) };
}
