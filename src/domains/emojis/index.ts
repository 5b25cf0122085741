/** What other layers may use of emojis. */
export { EmojiCreated } from "./events.ts";
