import { userFlags } from "../model.ts";
import type { UserRow } from "../tables.ts";

/** The sign bit of what is stored stays free. */
const largest = 2 ** 31 - 1;

/** A flag by its name, or bits as a number. Undefined if the text is neither. */
export function readFlags(text: string): number | undefined {
  if (Object.hasOwn(userFlags, text)) return userFlags[text as keyof typeof userFlags];
  const bits = /^\d{1,10}$/.test(text) ? Number(text) : 0;
  return bits > 0 && bits <= largest ? bits : undefined;
}

/** The names of the flags that are set, and the rest as a number. */
export function nameFlags(flags: number): string {
  const named = Object.entries(userFlags).filter(([, bit]) => flags & bit);
  const rest = named.reduce((left, [, bit]) => left & ~bit, flags);
  return [...named.map(([name]) => name), ...(rest ? [rest] : [])].join(" ");
}

const removed = userFlags.deleted | userFlags.banned | userFlags.spam;

/** Whether the user was removed from the platform: deleted, banned or wiped as spam. */
export function isRemoved({ flags }: Pick<UserRow, "flags">): boolean {
  return (flags & removed) !== 0;
}
