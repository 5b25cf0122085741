import { createSignal } from "solid-js";

const recentKey = "recent-emoji";
const toneKey = "skin-tone";
const most = 24;

const [recentEmoji, setRecent] = createSignal(readRecent());
const [skinTone, setTone] = createSignal(Number(localStorage.getItem(toneKey)) || 0);

/** The emoji that were picked last on this device, the last one first. Custom ones are ids. */
/** 0 for none, 1 to 5 from light to dark. */
export { recentEmoji, skinTone };

export function rememberEmoji(emoji: string): void {
  const all = [emoji, ...recentEmoji().filter((other) => other !== emoji)].slice(0, most);
  localStorage.setItem(recentKey, JSON.stringify(all));
  setRecent(all);
}

export function setSkinTone(tone: number): void {
  localStorage.setItem(toneKey, String(tone));
  setTone(tone);
}

function readRecent(): readonly string[] {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(recentKey) ?? "[]");
    return Array.isArray(value) ? value.filter((one) => typeof one === "string").slice(0, most) : [];
  } catch {
    return [];
  }
}
