import { route } from "../../../declare/route.ts";
import { LoggedOut } from "../../accounts/index.ts";
import { UserUpdated } from "../../users/index.ts";
import { editBot } from "../actions/own-bots.ts";
import { BotEdit, BotWithUser } from "../model.ts";

export const editBotRoute = route({
  id: "edit_edit_bot",
  method: "PATCH",
  path: "/bots/:target",
  summary: "Edit a bot of the caller, or reset its token.",
  auth: "user",
  limit: { bucket: "bots" },
  body: BotEdit,
  reply: BotWithUser,
  errors: ["NotFound", "InvalidUsername", "UsernameTaken", "DiscriminatorChangeRatelimited"],
  emits: [UserUpdated, LoggedOut],
  handle: ({ params, body, caller, tx }) => editBot(tx, { id: params.target, ownerId: caller.userId }, body),
});
