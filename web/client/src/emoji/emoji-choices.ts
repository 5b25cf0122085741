import { recentEmoji, setRecentEmoji } from "../preferences/preferences.ts";

const most = 24;

/** Puts an emoji first among those that were picked last. */
export function rememberEmoji(emoji: string): void {
  setRecentEmoji([emoji, ...recentEmoji().filter((other) => other !== emoji)].slice(0, most));
}
