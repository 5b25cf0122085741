import { route } from "../../../declare/route.ts";
import { NoContent } from "../../../protocol/schema.ts";
import { LoggedOut } from "../../accounts/index.ts";
import { RelationshipChanged, UserUpdated } from "../../users/index.ts";
import { deleteBot as removeBot } from "../actions/delete-bot.ts";
import { findOwnBot } from "../actions/find-own-bot.ts";

export const deleteBotRoute = route({
  id: "delete_delete_bot",
  method: "DELETE",
  path: "/bots/:target",
  summary: "Delete a bot of one's own.",
  auth: "user",
  limit: { bucket: "bots" },
  reply: NoContent,
  errors: ["NotFound"],
  // Other servers of this kind leave the bot's connections open. Its token is void, so here they end with it.
  emits: [UserUpdated, RelationshipChanged, LoggedOut],
  async handle({ params, caller, tx, fail }) {
    const { bot } = await findOwnBot({ db: tx, caller, fail }, params.target);
    await removeBot(tx, bot.id);
  },
});
