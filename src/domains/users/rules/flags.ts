import { userFlags } from "../model.ts";
import type { UserRow } from "../tables.ts";

/** The column is a signed 32-bit integer. */
const maxFlags = 2 ** 31 - 1;

/** Parses the name of a flag, or bits as a number. Undefined if the text is neither. */
export function parseFlags(text: string): number | undefined {
  if (Object.hasOwn(userFlags, text)) return userFlags[text as keyof typeof userFlags];
  const bits = /^\d{1,10}$/.test(text) ? Number(text) : 0;
  return bits > 0 && bits <= maxFlags ? bits : undefined;
}

/** The names of the set flags, and the remaining bits as a number. */
export function formatFlags(flags: number): string {
  const named = Object.entries(userFlags).filter(([, bit]) => flags & bit);
  const rest = named.reduce((left, [, bit]) => left & ~bit, flags);
  return [...named.map(([name]) => name), ...(rest ? [rest] : [])].join(" ");
}

const removed = userFlags.deleted | userFlags.banned | userFlags.spam;

const suspended = userFlags.suspended | userFlags.banned | userFlags.spam;

/** Whether the operator suspended the user or removed them from the platform. */
export function isSuspended({ flags }: Pick<UserRow, "flags">): boolean {
  return (flags & suspended) !== 0;
}

/** Whether the user was removed from the platform: deleted, banned or wiped as spam. */
export function isRemoved({ flags }: Pick<UserRow, "flags">): boolean {
  return (flags & removed) !== 0;
}
