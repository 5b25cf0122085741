import { asAddress, asRecord, asRecords, asText, type Loose } from "../foreign/loose.ts";
import { stack } from "../foreign/markdown.ts";
import { type Allowed, escapeMarks } from "../foreign/marks.ts";
import type { Translation } from "../foreign/translation.ts";
import { translateComponents } from "./components.ts";
import { translateEmbed } from "./embed.ts";
import { translateText } from "./text.ts";

const suppressNotifications = 4096;
const mostEmbeds = 10;

/** What a program sent that believes it speaks to Discord. */
export function translateDiscord(payload: Loose): Translation {
  const { content, embeds, components, flags } = payload;
  const text = stack([translateText(asText(content)), translateComponents(components)]);
  const allowed = readAllowed(payload.allowed_mentions);
  return {
    content: allowed ? escapeMarks(text, allowed) : text,
    embeds: asRecords(embeds).slice(0, mostEmbeds).map(translateEmbed),
    name: asText(payload.username),
    avatar: asAddress(payload.avatar_url),
    quiet: Number.isInteger(flags) && ((flags as number) & suppressNotifications) !== 0,
  };
}

/** Undefined where nothing is said of it: then everybody may be mentioned. Otherwise only who is listed may. */
function readAllowed(wish: unknown): Allowed | undefined {
  if (wish === undefined || wish === null) return undefined;
  const { parse, users, roles } = asRecord(wish);
  const kinds = Array.isArray(parse) ? parse : [];
  return {
    everyone: kinds.includes("everyone"),
    users: kinds.includes("users") ? "all" : ids(users),
    roles: kinds.includes("roles") ? "all" : ids(roles),
  };
}

function ids(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((id) => typeof id === "string") : [];
}
