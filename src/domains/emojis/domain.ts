import type { Domain } from "../../declare/domain.ts";
import { EmojiCreated, EmojiDeleted, EmojiRenamed } from "./events.ts";

export const emojis: Domain = { name: "emojis", events: [EmojiCreated, EmojiRenamed, EmojiDeleted] };
