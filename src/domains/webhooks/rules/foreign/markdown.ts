import { escapeMentions, escapeMentionsInUrl } from "./mentions.ts";

/** Code blocks, then code spans. An unclosed opening is not code. */
const code = /(```[\s\S]*?```|`[^`\n]+`)/;

/** Changes the parts of a text that are not code, and with `changeCode` also those that are. */
export function outsideCode(
  text: string,
  change: (part: string) => string,
  changeCode = (part: string) => part,
): string {
  return text
    .split(code)
    .map((part, index) => (index % 2 === 0 ? change(part) : changeCode(part)))
    .join("");
}

/** A markdown link. The label is put on one line, and its brackets and mentions are escaped. */
export function link(label: string, url: string): string {
  // The lookbehind keeps the match linear in the number of backslashes.
  const text = label
    .replace(/\s+/g, " ")
    .replace(/(?<!\\)\\+$/, "")
    .replace(/[[\]]/g, "\\$&");
  return `[${escapeMentions(text)}](${linkTarget(url)})`;
}

/** Escapes the characters of a URL that would end the link around it. */
export function linkTarget(url: string): string {
  return escapeMentionsInUrl(url).replace(/[()\\]/g, encodeCharacter);
}

function encodeCharacter(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}

/** Lists fields below each other, one name and value per line. */
export function listFields(fields: readonly { readonly name: string; readonly value: string }[]): string {
  return fields
    .map(({ name, value }) => ({ name: clearInvisible(name), value: clearInvisible(value) }))
    .map(({ name, value }) => {
      if (name === "" || value === "") return name === "" ? value : `**${name}**`;
      return /\n|^(?:```|>|- |\* )/.test(value) ? `**${name}**\n${value}` : `**${name}:** ${value}`;
    })
    .filter((line) => line !== "")
    .join("\n");
}

/** Maps text of invisible characters only, which senders use as an empty name, to the empty string. */
function clearInvisible(text: string): string {
  return /^[\s\u200b-\u200f\u2060\u00ad\ufeff]*$/.test(text) ? "" : text;
}

/** A timestamp token, which clients show in the time zone of the reader. */
export function timestamp(seconds: number): string {
  return Number.isInteger(seconds) && seconds >= 0 && seconds < 1e11 ? `<t:${seconds}:f>` : "";
}

/** Parses a date and time into seconds since 1970. Without a zone, it is UTC. */
export function parseSeconds(text: string): number {
  const isWithoutZone = /^\d{4}-\d\d-\d\d[T ][\d:.]+$/.test(text);
  return Math.floor(Date.parse(isWithoutZone ? `${text.replace(" ", "T")}Z` : text) / 1000);
}

/** Joins the blocks of text that are not empty. */
export function stack(blocks: readonly (string | undefined)[], separator = "\n"): string {
  return blocks.filter((block) => block !== undefined && block !== "").join(separator);
}
