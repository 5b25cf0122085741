import { escapeMarks, unmarkAddress } from "./marks.ts";

/** Code, which stays as it is: blocks, then spans. An opening without an end is not code. */
const code = /(```[\s\S]*?```|`[^`\n]+`)/;

/** Changes a text wherever it is not code, and its code only where that is asked for. */
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

/** A link with a label that holds no line break or bracket of its own. It mentions nobody. */
export function link(label: string, address: string): string {
  // Looks behind, so that many backslashes are gone through once and not once for each of them.
  const text = label
    .replace(/\s+/g, " ")
    .replace(/(?<!\\)\\+$/, "")
    .replace(/[[\]]/g, "\\$&");
  return `[${escapeMarks(text)}](${linkTarget(address)})`;
}

/** An address as it stands in the brackets of a link, which it cannot end. */
export function linkTarget(address: string): string {
  return unmarkAddress(address).replace(/[()\\]/g, encodeCharacter);
}

function encodeCharacter(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}

/** Names with values below each other: side by side there is no room for them. */
export function listFields(fields: readonly { readonly name: string; readonly value: string }[]): string {
  return fields
    .map(({ name, value }) => ({ name: visible(name), value: visible(value) }))
    .map(({ name, value }) => {
      if (name === "" || value === "") return name === "" ? value : `**${name}**`;
      return /\n|^(?:```|>|- |\* )/.test(value) ? `**${name}**\n${value}` : `**${name}:** ${value}`;
    })
    .filter((line) => line !== "")
    .join("\n");
}

/** Without the invisible characters which stand for an empty name where none may be empty. */
function visible(text: string): string {
  return /^[\s\u200b-\u200f\u2060\u00ad\ufeff]*$/.test(text) ? "" : text;
}

/** A moment as clients write it for each reader. */
export function moment(seconds: number): string {
  return Number.isInteger(seconds) && seconds >= 0 && seconds < 1e11 ? `<t:${seconds}:f>` : "";
}

/** The seconds of a date and time as programs write them; without a zone, that of the world. */
export function readSeconds(text: string): number {
  const isWithoutZone = /^\d{4}-\d\d-\d\d[T ][\d:.]+$/.test(text);
  return Math.floor(Date.parse(isWithoutZone ? `${text.replace(" ", "T")}Z` : text) / 1000);
}

/** Parts one below the other, the empty ones left out. */
export function stack(parts: readonly (string | undefined)[], between = "\n"): string {
  return parts.filter((part) => part !== undefined && part !== "").join(between);
}
