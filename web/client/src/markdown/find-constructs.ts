import { restoreEscaped } from "./escapes.ts";
import type { Inline, TimestampStyle } from "./tree.ts";

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
export function findConstructs(text: string): Inline[] {
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
