import Type from "typebox";
import { route } from "../../../declare/route.ts";
import { Emoji } from "../../servers/index.ts";
import { showEmojis } from "../actions/show-emojis.ts";

export const listEmojisRoute = route({
  id: "emoji_list_list_emoji",
  method: "GET",
  path: "/servers/:target/emojis",
  summary: "List the emoji of a server that one is in.",
  auth: "user",
  limit: { bucket: "servers", by: "target" },
  reply: Type.Array(Emoji),
  errors: ["NotFound"],
  handle: showEmojis,
});
