import type { ExportedEmoji, ExportedUser } from "./export-schema.ts";

/** The ids that objects of Discord have here; undefined for those that were not exported. */
export interface ImportedIds {
  user(snowflake: string): string | undefined;
  /** The imported user whose history an account has claimed; undefined for all others. */
  claimedFrom(snowflake: string): string | undefined;
  role(snowflake: string): string | undefined;
  channel(snowflake: string): string | undefined;
  emoji(snowflake: string): string | undefined;
  /** The address of a message or channel of the exported server; undefined for other servers. */
  link(guild: string, channel: string, message: string | undefined): string | undefined;
}

/** Mentions, emoji, commands and links, as they are in messages. Each attempt reads a bounded number of characters. */
const token =
  /<(@!?|@&|#|a?:\w{1,64}:|\/[^<>:]{1,100}:)(\d{1,20})>|https:\/\/(?:ptb\.|canary\.)?discord(?:app)?\.com\/channels\/(\d{1,20})\/(\d{1,20})(?:\/(\d{1,20}))?/g;

/** Replaces the ids of Discord in a text by those that the objects have here. */
export function rewriteContent(text: string, ids: ImportedIds): string {
  const clean = text.toWellFormed().replaceAll("\0", "");
  if (!clean.includes("<") && !clean.includes("/channels/")) return clean;
  return clean.replaceAll(token, (whole, sign, id, guild, channel, message) => {
    if (sign === undefined) return ids.link(guild, channel, message) ?? whole;
    return replaceId(sign, id, ids) ?? whole;
  });
}

function replaceId(sign: string, snowflake: string, ids: ImportedIds): string | undefined {
  const wrap = (id: string | undefined, before: string, after: string) => id && `${before}${id}${after}`;
  if (sign === "@" || sign === "@!") return wrap(ids.user(snowflake), "<@", ">") ?? "@unknown";
  if (sign === "@&") return wrap(ids.role(snowflake), "<%", ">") ?? "@unknown-role";
  if (sign === "#") return wrap(ids.channel(snowflake), "<#", ">") ?? "#unknown";
  if (sign.startsWith("/")) return sign.slice(0, -1);
  return wrap(ids.emoji(snowflake), ":", ":") ?? sign.replace(/^a/, "");
}

interface Named {
  readonly mentions?: readonly ExportedUser[];
  readonly inlineEmojis?: readonly ExportedEmoji[];
}

/**
 * The same for exports that were made without `--markdown false`: there, names stand in the place of ids. Users and
 * emoji are found again by what is listed with the message; roles and channels are not.
 */
export function rewriteFormatted(
  text: string,
  { mentions = [], inlineEmojis = [] }: Named,
  ids: ImportedIds,
): string {
  const names = new Map<string, string>();
  for (const { id, nickname, name } of mentions) {
    const user = ids.user(id);
    if (user === undefined) continue;
    for (const each of [nickname, name]) if (each) names.set(`@${each}`, `<@${user}>`);
  }
  for (const { id, code, name } of inlineEmojis) {
    const emoji = id ? ids.emoji(id) : undefined;
    if (emoji !== undefined) names.set(`:${code || name}:`, `:${emoji}:`);
  }
  let rewritten = text;
  // The longest first: one name may begin with another.
  for (const [name, replacement] of [...names].toSorted(([one], [other]) => other.length - one.length))
    rewritten = rewritten.replaceAll(name, () => replacement);
  return rewritten;
}
