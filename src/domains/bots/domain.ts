import type { Domain } from "../../declare/domain.ts";
import { on } from "../../declare/hook.ts";
import { AccountPurged } from "../accounts/index.ts";
import { UserGone } from "../users/index.ts";
import { deleteBotsOf } from "./actions/delete-bot.ts";
import { createBot } from "./routes/create-bot.ts";
import { deleteBot } from "./routes/delete-bot.ts";
import { editBot } from "./routes/edit-bot.ts";
import { fetchBot } from "./routes/fetch-bot.ts";
import { fetchOwnBots } from "./routes/fetch-own-bots.ts";
import { fetchPublicBot } from "./routes/fetch-public-bot.ts";
import { inviteBot } from "./routes/invite-bot.ts";

export const bots: Domain = {
  name: "bots",
  routes: [createBot, fetchOwnBots, fetchBot, fetchPublicBot, inviteBot, editBot, deleteBot],
  hooks: [AccountPurged, UserGone].map((gone) => on(gone, (tx, { userId }) => deleteBotsOf(tx, userId))),
};
