import Type from "typebox";
import type { Domain } from "../../declare/domain.ts";
import { provide } from "../../declare/query-provider.ts";
import { readyPart } from "../../declare/ready.ts";
import { serversReady } from "../channels/index.ts";
import { Emoji, type ServersTables } from "../members/index.ts";
import { PersonalDataOf, personalRows } from "../operators/index.ts";
import { EmojiCreated, EmojiDeleted, EmojiRenamed } from "./events.ts";
import { createEmojiRoute } from "./routes/create-emoji.ts";
import { deleteEmojiRoute } from "./routes/delete-emoji.ts";
import { editEmojiRoute } from "./routes/edit-emoji.ts";
import { fetchEmojiRoute } from "./routes/fetch-emoji.ts";
import { listEmojisRoute } from "./routes/list-emojis.ts";
import { listEmojisByOldPathRoute } from "./routes/list-emojis-by-old-path.ts";

const emojisReady = readyPart({
  step: "emojis",
  fields: { emojis: Type.Array(Emoji) },
  load: (_db, { get }) => get(serversReady).servers.flatMap(({ emojis }) => emojis),
  render: (emojis) => ({ emojis: emojis.toSorted((a, b) => (a._id < b._id ? -1 : 1)) }),
});

/** The emojis of servers. */
export const emojis: Domain = {
  name: "emojis",
  routes: [
    fetchEmojiRoute,
    createEmojiRoute,
    editEmojiRoute,
    deleteEmojiRoute,
    listEmojisRoute,
    listEmojisByOldPathRoute,
  ],
  events: [EmojiCreated, EmojiRenamed, EmojiDeleted],
  ready: [emojisReady],
  providers: [
    provide(
      PersonalDataOf,
      personalRows("emojis.json", (db, userId) =>
        db.sql<ServersTables>().selectFrom("emojis").selectAll().where("creator_id", "=", userId).execute(),
      ),
    ),
  ],
};
