import { isValid } from "ulid";

/** An emoji as Unicode recommends it, or one letter of a flag. */
const known = /^(?:\p{RGI_Emoji}|\p{RI})$/v;

/** Shown as text unless the selector follows; a skin tone says it already. */
const needsSelector = /[\p{Emoji}--\p{Emoji_Presentation}](?!\p{Emoji_Modifier})/gv;

const selector = "\uFE0F";

/** Twice the longest emoji: what is longer need not be looked at. */
const mostUnits = 32;

/**
 * Whether the text is one emoji of Unicode. Keyboards do not agree on where U+FE0F is written, so it is put where
 * it belongs before the comparison.
 */
export function isUnicodeEmoji(text: string): boolean {
  if (text.length > mostUnits) return false;
  return known.test(text.replaceAll(selector, "").replaceAll(needsSelector, `$&${selector}`));
}

/** Whether a text that stands for an emoji means one that somebody made. */
export function isCustomEmojiId(text: string): boolean {
  return isValid(text);
}
