import Type from "typebox";
import { route } from "../../../declare/route.ts";
import { boundedBy } from "../../../protocol/schema.ts";
import { Emoji, listEmojisOfServer, membershipTarget } from "../../members/index.ts";

export const listEmojisByOldPathRoute = route({
  id: "emoji_list_list_emoji_by_old_path",
  method: "GET",
  path: "/server/:target/emojis",
  summary: "The same as /servers/:target/emojis, for clients that use this path.",
  auth: "user",
  limit: { bucket: "servers", by: "target" },
  on: membershipTarget("target"),
  reply: Type.Array(Emoji, boundedBy("limits.global.server_emoji")),
  errors: [],
  handle: ({ access, db }) => listEmojisOfServer(db, access.server.id),
});
