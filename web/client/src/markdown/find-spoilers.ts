import { restoreEscaped } from "./escapes.ts";
import type { Inline, TimestampStyle } from "./tree.ts";

/** A piece of a line of text: text whose constructs are not found yet, or a part that is done. */
export type Piece = { readonly raw: string } | Inline;

const marks = /\|\||!!/g;

/** Finds `||…||` and `!!…!!`, which may span other parts, and then what is in the text. */
export function findSpoilers(pieces: readonly Piece[]): Inline[] {
  const parts = pieces.flatMap(splitAtMarks);
  const closings = new Map(["||", "!!"].map((mark) => [mark, indicesOf(parts, mark)]));
  const found: Inline[] = [];
  for (let index = 0; index < parts.length; index += 1) {
    const part = parts[index] as Part;
    if (!("mark" in part)) {
      found.push(...finish(part));
      continue;
    }
    const end = closings.get(part.mark)?.find((at) => at > index + 1);
    if (end === undefined) {
      found.push(...findConstructs(part.mark));
      continue;
    }
    const children = parts
      .slice(index + 1, end)
      .flatMap((inner) => finish("mark" in inner ? { raw: inner.mark } : inner));
    found.push({ type: "spoiler", children });
    index = end;
  }
  return mergeTexts(found);
}

type Part = Piece | { readonly mark: string };

function splitAtMarks(piece: Piece): Part[] {
  if (!("raw" in piece)) return [piece];
  const parts: Part[] = [];
  let end = 0;
  for (const { 0: mark, index } of piece.raw.matchAll(marks)) {
    parts.push({ raw: piece.raw.slice(end, index) }, { mark });
    end = index + mark.length;
  }
  parts.push({ raw: piece.raw.slice(end) });
  return parts.filter((part) => !("raw" in part) || part.raw !== "");
}

function indicesOf(parts: readonly Part[], mark: string): number[] {
  return parts.flatMap((part, index) => ("mark" in part && part.mark === mark ? [index] : []));
}

function finish(piece: Piece): Inline[] {
  return "raw" in piece ? findConstructs(piece.raw) : [piece];
}

function mergeTexts(nodes: readonly Inline[]): Inline[] {
  const merged: Inline[] = [];
  for (const node of nodes) {
    const last = merged.at(-1);
    if (node.type === "text" && last?.type === "text") {
      merged[merged.length - 1] = { type: "text", value: last.value + node.value };
    } else merged.push(node);
  }
  return merged;
}

const id = "[0-9A-HJKMNP-TV-Z]{26}";
const constructs = new RegExp(
  [
    `<@(?<user>${id})>`,
    `<%(?<role>${id})>`,
    `<#(?<channel>${id})>`,
    `:(?<emoji>${id}):`,
    "<t:(?<seconds>-?\\d{1,13})(?::(?<style>[tTdDfFR]))?>",
    "(?<everyone>@everyone|@online)",
    ":(?<shortName>[a-z0-9_+-]{2,40}):",
  ].join("|"),
  "g",
);
/** The furthest moment that a `Date` can hold, in seconds. */
const furthest = 8.64e12;

/** Finds mentions, emoji and timestamps in a text without other Markdown. */
function findConstructs(text: string): Inline[] {
  const found: Inline[] = [];
  let end = 0;
  for (const match of text.matchAll(constructs)) {
    const node = nodeOf(match.groups ?? {});
    if (!node) continue;
    pushText(found, text.slice(end, match.index));
    found.push(node);
    end = match.index + match[0].length;
  }
  pushText(found, text.slice(end));
  return found;
}

function nodeOf(groups: Record<string, string | undefined>): Inline | undefined {
  const { user, role, channel, emoji, seconds, style, everyone, shortName } = groups;
  if (user) return { type: "user", id: user };
  if (role) return { type: "role", id: role };
  if (channel) return { type: "channel", id: channel };
  if (emoji) return { type: "customEmoji", id: emoji };
  if (everyone) return { type: "everyone", value: everyone };
  if (shortName) return { type: "shortName", name: shortName };
  if (seconds === undefined || Math.abs(Number(seconds)) > furthest) return undefined;
  return { type: "timestamp", seconds: Number(seconds), style: (style ?? "f") as TimestampStyle };
}

function pushText(nodes: Inline[], value: string): void {
  if (value !== "") nodes.push({ type: "text", value: restoreEscaped(value) });
}
