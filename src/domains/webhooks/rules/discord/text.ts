import { outsideCode } from "../foreign/markdown.ts";
import { ownId } from "../foreign/marks.ts";

const id = `\\d{1,20}|${ownId}`;
const isOwn = new RegExp(`^${ownId}$`);

/** What Discord's text holds that clients here write otherwise. Ids of ours in its spelling mean the same here. */
const tokens = new RegExp(
  [
    `<(?<sign>@!?|@&|#)(?<target>${id})>`,
    `<a?:(?<emoji>\\w{1,64}):(?<emojiId>${id})>`,
    `<t:(?<time>-?\\d{1,13})(?::(?<style>\\w))?>`,
    `</(?<command>[^:<>\\n]{1,100}):\\d{1,20}>`,
    `(?<here>@here\\b)`,
    `(?<small>^-# )`,
  ].join("|"),
  "gm",
);

/** Discord's markdown as ours. */
export function translateText(text: string): string {
  return outsideCode(text, (part) =>
    part.replace(tokens, (...found) =>
      translateToken(found[0], found.at(-1) as Record<string, string | undefined>),
    ),
  );
}

function translateToken(all: string, token: Record<string, string | undefined>): string {
  const { sign, target = "", emoji, emojiId = "", time, style, command } = token;
  if (sign !== undefined) return translateMention(sign, target);
  if (emoji !== undefined) return isOwn.test(emojiId) ? `:${emojiId}:` : `:${emoji}:`;
  if (time !== undefined) return translateTime(Number(time), style, all);
  if (command !== undefined) return `/${command}`;
  return token.here === undefined ? "" : "@online";
}

/** People, roles and channels of Discord are shown as it shows those that it does not know itself. */
function translateMention(sign: string, target: string): string {
  const isKnown = isOwn.test(target);
  if (sign === "#") return isKnown ? `<#${target}>` : "#unknown";
  if (sign === "@&") return isKnown ? `<%${target}>` : "@unknown-role";
  return isKnown ? `<@${target}>` : "@unknown-user";
}

function translateTime(seconds: number, style = "f", all: string): string {
  if (seconds >= 0) return `<t:${seconds}:${/[tTdDfFR]/.test(style) ? style : "f"}>`;
  const date = new Date(seconds * 1000);
  return Number.isNaN(date.getTime()) ? all : date.toISOString();
}
