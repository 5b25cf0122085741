import { outsideCode } from "../foreign/markdown.ts";
import { ownId } from "../foreign/mentions.ts";

const id = `\\d{1,20}|${ownId}`;
const ownIdForm = new RegExp(`^${ownId}$`);

/** The tokens that Discord writes differently. Ids of this instance are kept in its own syntax. */
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

/** Translates Discord markdown. */
export function translateText(text: string): string {
  return outsideCode(text, (part) =>
    part.replace(tokens, (...match) =>
      translateToken(match[0], match.at(-1) as Record<string, string | undefined>),
    ),
  );
}

function translateToken(all: string, token: Record<string, string | undefined>): string {
  const { sign, target = "", emoji, emojiId = "", time, style, command } = token;
  if (sign !== undefined) return translateMention(sign, target);
  if (emoji !== undefined) return ownIdForm.test(emojiId) ? `:${emojiId}:` : `:${emoji}:`;
  if (time !== undefined) return translateTime(Number(time), style, all);
  if (command !== undefined) return `/${command}`;
  return token.here === undefined ? "" : "@online";
}

/** Users, roles and channels of Discord are shown as Discord shows unknown ones. */
function translateMention(sign: string, target: string): string {
  const isOwn = ownIdForm.test(target);
  if (sign === "#") return isOwn ? `<#${target}>` : "#unknown";
  if (sign === "@&") return isOwn ? `<%${target}>` : "@unknown-role";
  return isOwn ? `<@${target}>` : "@unknown-user";
}

function translateTime(seconds: number, style = "f", all: string): string {
  if (seconds >= 0) return `<t:${seconds}:${/[tTdDfFR]/.test(style) ? style : "f"}>`;
  const date = new Date(seconds * 1000);
  return Number.isNaN(date.getTime()) ? all : date.toISOString();
}
