import { route } from "../../../declare/route.ts";
import { LoggedOut } from "../../accounts/index.ts";
import { renameUser, UserUpdated, viewSelf } from "../../users/index.ts";
import { findOwnBot } from "../actions/find-own-bot.ts";
import { BotEdit, BotWithUser } from "../model.ts";
import { planBotEdit } from "../rules/bot-edit.ts";
import { newToken } from "../rules/tokens.ts";
import { botView } from "../rules/views.ts";
import { updateBot } from "../store/bots.ts";

export const editBotRoute = route({
  id: "edit_edit_bot",
  method: "PATCH",
  path: "/bots/:target",
  summary: "Edit a bot of one's own, or give it a new token.",
  auth: "user",
  limit: { bucket: "bots" },
  body: BotEdit,
  reply: BotWithUser,
  errors: ["NotFound", "InvalidUsername", "UsernameTaken", "DiscriminatorChangeRatelimited"],
  emits: [UserUpdated, LoggedOut],
  async handle({ params, body, caller, tx, services, fail }) {
    const { bot, user } = await findOwnBot({ db: tx, caller, fail }, params.target);
    const { name } = body;
    const named = name === undefined || name === user.username ? user : await renameUser(tx, user, name);
    const isReset = body.remove?.includes("Token") ?? false;
    const changes = { ...planBotEdit(body), ...(isReset && newToken(services, bot.id)) };
    if (Object.keys(changes).length > 0) await updateBot(tx, bot.id, changes);
    // The old token is void, and so are the connections that it opened.
    if (isReset) tx.emit(LoggedOut, {}, { user: bot.id });
    return { ...botView({ ...bot, ...changes }, services), user: await viewSelf(tx, named) };
  },
});
