import type { Domain } from "../../declare/domain.ts";
import { answer } from "../../declare/question.ts";
import { EmojisOf } from "../servers/index.ts";
import { EmojiCreated, EmojiDeleted, EmojiRenamed } from "./events.ts";
import { createEmoji } from "./routes/create-emoji.ts";
import { deleteEmoji } from "./routes/delete-emoji.ts";
import { editEmoji } from "./routes/edit-emoji.ts";
import { fetchEmoji } from "./routes/fetch-emoji.ts";
import { listEmojis } from "./routes/list-emojis.ts";
import { listEmojisByOldPath } from "./routes/list-emojis-by-old-path.ts";
import { listEmojisOfServer } from "./store.ts";

export const emojis: Domain = {
  name: "emojis",
  routes: [fetchEmoji, createEmoji, editEmoji, deleteEmoji, listEmojis, listEmojisByOldPath],
  events: [EmojiCreated, EmojiRenamed, EmojiDeleted],
  answers: [answer(EmojisOf, listEmojisOfServer)],
};
