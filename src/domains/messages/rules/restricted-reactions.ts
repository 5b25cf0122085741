import type { Message } from "../model.ts";

/** Whether a message leaves one free to react with this, or names it among what one may react with. */
export function mayReactWith(emoji: string, interactions: Message["interactions"] = {}): boolean {
  const { restrict_reactions: isRestricted = false, reactions = [] } = interactions;
  return !isRestricted || reactions.includes(emoji);
}
