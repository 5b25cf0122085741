import { replaceLookalikes } from "./lookalikes.ts";

const blockedNames = new Set(["admin", "revolt", "stoat"]);
const blockedSubstrings = [
  "```",
  "discord.gg",
  "rvlt.gg",
  "guilded.gg",
  "stt.gg",
  "revolt.chat",
  "stoat.chat",
  "http://",
  "https://",
];

/**
 * The stored form of a name that matches the schema `Username`: look-alike letters are replaced by plain ones,
 * against impersonation. Undefined if the name is not allowed.
 */
export function sanitiseUsername(name: string, minBytes: number): string | undefined {
  // The dotted capital I needs a replacement of its own, because its lower case has two characters.
  const clean = replaceLookalikes(name).replaceAll("\u0130", "I");
  if (!/^(\p{L}|[\p{Nd}_.-])+$/u.test(clean)) return undefined;
  const padded = clean + "_".repeat(Math.max(0, minBytes - Buffer.byteLength(clean)));
  const lower = padded.toLowerCase();
  if ([...padded].length > 32 || blockedNames.has(lower)) return undefined;
  return blockedSubstrings.some((part) => lower.includes(part)) ? undefined : padded;
}

export interface FullName {
  readonly username: string;
  readonly discriminator: string;
}

/** Splits `name#discriminator` at the first `#` and checks neither part. Undefined without a `#`. */
export function splitFullName(text: string): FullName | undefined {
  const at = text.indexOf("#");
  return at < 0 ? undefined : { username: text.slice(0, at), discriminator: text.slice(at + 1) };
}
