import { isValid } from "ulid";
import type { Message } from "../model.ts";
import { matchOutsideCode } from "./mentions.ts";

/** An emoji that Unicode recommends, or one letter of a flag. */
const emojiPattern = /^(?:\p{RGI_Emoji}|\p{RI})$/v;

/** Characters that are shown as text unless the selector follows; a skin tone has the same effect. */
const needsSelector = /[\p{Emoji}--\p{Emoji_Presentation}](?!\p{Emoji_Modifier})/gv;

const selector = "\uFE0F";

/** Twice the length of the longest emoji, in UTF-16 code units: longer texts need no further check. */
const maxUnits = 32;

/**
 * Whether the text is one emoji of Unicode. Keyboards differ in where they write U+FE0F, so it is moved to its
 * standard places before the comparison.
 */
export function isUnicodeEmoji(text: string): boolean {
  if (text.length > maxUnits) return false;
  return emojiPattern.test(text.replaceAll(selector, "").replaceAll(needsSelector, `$&${selector}`));
}

/** Whether the text is the id of a custom emoji, by its form. */
export function isCustomEmojiId(text: string): boolean {
  return isValid(text);
}

const customEmoji = /(`{1,3})|:([0-9A-HJKMNP-TV-Z]{26}):/g;

/** The ids of the custom emoji that a text has outside of code, each once. */
export function customEmojiIn(content: string): string[] {
  if (!content.includes(":")) return [];
  return [...new Set([...matchOutsideCode(content, customEmoji)].map(([, , id = ""]) => id))];
}

/** Whether a message allows all reactions, or lists this one. */
export function mayReactWith(emoji: string, interactions: Message["interactions"] = {}): boolean {
  const { restrict_reactions: isRestricted = false, reactions = [] } = interactions;
  return !isRestricted || reactions.includes(emoji);
}
