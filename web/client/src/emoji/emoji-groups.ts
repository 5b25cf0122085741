import { fold } from "../components/fold-text.ts";
import { t } from "../i18n/i18n.ts";
import type { Emoji } from "../model/emoji.ts";
import type { Client } from "../session/client.ts";
import type { UnicodeEmoji } from "./emoji-data.ts";
import { scoreOf } from "./emoji-score.ts";

/** An emoji that the picker shows. */
export interface PickableEmoji {
  /** What is picked: the emoji, or the id of a custom one. */
  readonly value: string;
  readonly label: string;
  /** The image of a custom one. */
  readonly url?: string;
  readonly isAnimated?: boolean;
}

export interface EmojiGroup {
  /** The number of a group of Unicode, the id of a server, or a word. */
  readonly key: string;
  readonly name: string;
  readonly emoji: readonly PickableEmoji[];
}

const pickableEmoji = ({ id, name, url, isAnimated }: Emoji): PickableEmoji => ({
  value: id,
  label: `:${name}:`,
  url,
  isAnimated,
});

/** Everything that can be picked, by group: those of the user's servers, and those of Unicode. */
export function emojiGroups(
  client: Client,
  unicode: readonly UnicodeEmoji[],
  tone: number,
): readonly EmojiGroup[] {
  const ofServers = client.servers.list().map(({ id, name, emojis }) => ({
    key: id,
    name,
    emoji: emojis.map(pickableEmoji),
  }));
  const ofUnicode = Object.entries(t().composer.emojiGroups).map(([key, name]) => ({
    key,
    name,
    emoji: unicode
      .filter(({ group }) => group === Number(key))
      .map((one) => ({ value: one.tones[tone - 1] ?? one.emoji, label: one.label })),
  }));
  return [...ofServers, ...ofUnicode].filter(({ emoji }) => emoji.length > 0);
}

/** Some emoji as a group, without those that are gone or that this machine cannot draw; none if nothing is left. */
export function groupOf(
  client: Client,
  unicode: readonly UnicodeEmoji[],
  values: readonly string[],
  { key, name }: Pick<EmojiGroup, "key" | "name">,
): readonly EmojiGroup[] {
  const emoji = values.flatMap((value): PickableEmoji | readonly [] => {
    const custom = client.emojis.get(value);
    if (custom) return pickableEmoji(custom);
    const known = unicode.find((one) => one.emoji === value || one.tones.includes(value));
    return known ? { value, label: known.label } : [];
  });
  return emoji.length > 0 ? [{ key, name, emoji }] : [];
}

/** The emoji whose names or tags hold all words of the query, the better ones first. */
export function searchEmoji(
  client: Client,
  unicode: readonly UnicodeEmoji[],
  query: string,
  tone: number,
): readonly PickableEmoji[] {
  const words = fold(query).split(/\s+/).filter(Boolean);
  const custom = client.emojis
    .list()
    .filter(({ name }) => words.every((word) => fold(name).includes(word)))
    .map(pickableEmoji);
  const found = unicode
    .map((one) => ({ one, score: scoreOf(one, words) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ one }) => ({ value: one.tones[tone - 1] ?? one.emoji, label: one.label }));
  return [...custom, ...found].slice(0, 200);
}
