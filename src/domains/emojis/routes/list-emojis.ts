import Type from "typebox";
import { route } from "../../../declare/route.ts";
import { boundedBy } from "../../../protocol/schema.ts";
import { Emoji, listEmojisOfServer, membershipTarget } from "../../members/index.ts";

export const listEmojisRoute = route({
  id: "emoji_list_list_emoji",
  method: "GET",
  path: "/servers/:target/emojis",
  summary: "List the emoji of a server, as a member.",
  auth: "user",
  limit: { bucket: "servers", by: "target" },
  on: membershipTarget("target"),
  reply: Type.Array(Emoji, boundedBy("limits.global.server_emoji")),
  errors: [],
  handle: ({ access, db }) => listEmojisOfServer(db, access.server.id),
});
