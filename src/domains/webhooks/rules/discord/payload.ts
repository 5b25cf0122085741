import { stack } from "../foreign/markdown.ts";
import { type AllowedMentions, escapeMentions } from "../foreign/mentions.ts";
import type { Translation } from "../foreign/translation.ts";
import { asRecord, asRecords, asText, asUrl, type UnknownRecord } from "../foreign/unknown-record.ts";
import { translateComponents } from "./components.ts";
import { translateEmbed } from "./embed.ts";
import { translateText } from "./text.ts";

const suppressNotifications = 4096;
const maxEmbeds = 10;

/** Translates the payload of a program that was written for Discord webhooks. */
export function translateDiscord(payload: UnknownRecord): Translation {
  const { content, embeds, components, flags } = payload;
  const text = stack([translateText(asText(content)), translateComponents(components)]);
  const allowed = parseAllowedMentions(payload.allowed_mentions);
  return {
    content: allowed ? escapeMentions(text, allowed) : text,
    embeds: asRecords(embeds).slice(0, maxEmbeds).map(translateEmbed),
    name: asText(payload.username),
    avatar: asUrl(payload.avatar_url),
    quiet: Number.isInteger(flags) && ((flags as number) & suppressNotifications) !== 0,
  };
}

/** Undefined if the payload does not restrict mentions. */
function parseAllowedMentions(value: unknown): AllowedMentions | undefined {
  if (value === undefined || value === null) return undefined;
  const { parse, users, roles } = asRecord(value);
  const kinds = Array.isArray(parse) ? parse : [];
  return {
    everyone: kinds.includes("everyone"),
    users: kinds.includes("users") ? "all" : idsIn(users),
    roles: kinds.includes("roles") ? "all" : idsIn(roles),
  };
}

function idsIn(value: unknown): ReadonlySet<string> {
  return new Set(Array.isArray(value) ? value.filter((id) => typeof id === "string") : []);
}
