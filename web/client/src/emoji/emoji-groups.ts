import { fold } from "../components/fold-text.ts";
import { t } from "../i18n/i18n.ts";
import type { Client } from "../session/client.ts";
import type { UnicodeEmoji } from "./emoji-data.ts";
import { scoreOf } from "./emoji-score.ts";

/** An emoji that the picker shows. */
interface PickableEmoji {
  /** What is picked: the emoji, or the id of a custom one. */
  readonly value: string;
  readonly label: string;
  /** The image of a custom one. */
  readonly url?: string;
}

export interface EmojiGroup {
  readonly key: string;
  readonly name: string;
  readonly emoji: readonly PickableEmoji[];
}

/** Everything that can be picked, by group: recent ones, those of the user's servers, those of Unicode. */
export function emojiGroups(
  client: Client,
  unicode: readonly UnicodeEmoji[],
  recent: readonly string[],
  tone: number,
): readonly EmojiGroup[] {
  const groups: EmojiGroup[] = [];
  const recentOnes = recent.flatMap((value) => pickable(client, value) ?? []);
  if (recentOnes.length > 0) groups.push({ key: "recent", name: t().composer.recent, emoji: recentOnes });
  for (const server of client.servers.list()) {
    const emoji = server.emojis.map(({ id, name, url }) => ({ value: id, label: `:${name}:`, url }));
    if (emoji.length > 0) groups.push({ key: server.id, name: server.name, emoji });
  }
  for (const [group, name] of Object.entries(t().composer.emojiGroups)) {
    const emoji = unicode
      .filter((one) => one.group === Number(group))
      .map((one) => ({ value: one.tones[tone - 1] ?? one.emoji, label: one.label }));
    if (emoji.length > 0) groups.push({ key: group, name, emoji });
  }
  return groups;
}

function pickable(client: Client, value: string): PickableEmoji | undefined {
  if (!/^[0-9A-Z]{26}$/.test(value)) return { value, label: value };
  const custom = client.emojis.get(value);
  return custom && { value, label: `:${custom.name}:`, url: custom.url };
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
    .map(({ id, name, url }) => ({ value: id, label: `:${name}:`, url }));
  const found = unicode
    .map((one) => ({ one, score: scoreOf(one, words) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ one }) => ({ value: one.tones[tone - 1] ?? one.emoji, label: one.label }));
  return [...custom, ...found].slice(0, 200);
}
