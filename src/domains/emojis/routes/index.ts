export { createEmojiRoute } from "./create-emoji.ts";
export { deleteEmojiRoute } from "./delete-emoji.ts";
export { editEmojiRoute } from "./edit-emoji.ts";
export { fetchEmojiRoute } from "./fetch-emoji.ts";
export { listEmojisRoute } from "./list-emojis.ts";
export { listEmojisByOldPathRoute } from "./list-emojis-by-old-path.ts";
