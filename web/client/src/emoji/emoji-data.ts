import germanUrl from "emojibase-data/de/compact.json?url";
import englishUrl from "emojibase-data/en/compact.json?url";
import type { Language } from "../i18n/i18n.ts";
import { fetchJson } from "../markdown/fetch-json.ts";
import { loadShortNames } from "../markdown/short-names.ts";
import { missingEmoji } from "./drawn-emoji.ts";

/** An emoji of Unicode, with its names in a language. */
export interface UnicodeEmoji {
  readonly emoji: string;
  readonly label: string;
  readonly tags: readonly string[];
  readonly shortNames: readonly string[];
  readonly group: number;
  /** The forms with a skin tone, from light to dark. */
  readonly tones: readonly string[];
}

interface Row {
  readonly unicode: string;
  readonly label: string;
  readonly group?: number;
  readonly tags?: readonly string[];
  readonly skins?: readonly { readonly unicode: string }[];
}

const urls: Record<Language, string> = { en: englishUrl, de: germanUrl };
const loaded = new Map<Language, Promise<readonly UnicodeEmoji[]>>();
const modifiers = ["\u{1F3FB}", "\u{1F3FC}", "\u{1F3FD}", "\u{1F3FE}", "\u{1F3FF}"];

/** All emoji that this machine can draw, in the order of Unicode. Loaded once for each language. */
export function loadEmoji(language: Language): Promise<readonly UnicodeEmoji[]> {
  const before = loaded.get(language);
  if (before) return before;
  const loading = load(urls[language]);
  loaded.set(language, loading);
  // A failure is not kept: the next attempt loads again.
  loading.catch(() => loaded.delete(language));
  return loading;
}

async function load(url: string): Promise<readonly UnicodeEmoji[]> {
  const [rows, names] = await Promise.all([fetchJson<readonly Row[]>(url), loadShortNames()]);
  const byEmoji = new Map<string, string[]>();
  for (const [name, emoji] of names) {
    const key = withoutMark(emoji);
    byEmoji.set(key, [...(byEmoji.get(key) ?? []), name]);
  }
  const all = rows.flatMap(({ unicode, label, group, tags = [], skins = [] }) => {
    // Regional letters, and skin tones and hair by themselves, are parts of emoji.
    if (group === undefined || group === 2) return [];
    const tones = modifiers.flatMap(
      (modifier) => skins.find((skin) => hasOnly(skin.unicode, modifier))?.unicode ?? [],
    );
    const bare = withoutMark(unicode);
    const shortNames = byEmoji.get(bare) ?? [];
    // The data marks some as emoji that need no mark, and would then be others than those of the keyboard.
    const emoji = /^\p{RGI_Emoji}$/v.test(bare) ? bare : unicode;
    return [{ emoji, label, tags, shortNames, group, tones: tones.length === 5 ? tones : [] }];
  });
  const missing = await missingEmoji(all.flatMap(({ emoji, tones }) => [emoji, ...tones.slice(-1)]));
  return all
    .filter(({ emoji }) => !missing.has(emoji))
    .map((one) => (one.tones.some((tone) => missing.has(tone)) ? { ...one, tones: [] } : one));
}

/** Without the mark that makes a text an emoji. */
function withoutMark(emoji: string): string {
  return emoji.replaceAll("\uFE0F", "");
}

function hasOnly(emoji: string, modifier: string): boolean {
  const found = [...emoji].filter((character) => modifiers.includes(character));
  return found.every((character) => character === modifier);
}
