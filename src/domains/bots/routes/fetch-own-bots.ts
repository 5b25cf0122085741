import { route } from "../../../declare/route.ts";
import { type User, viewSelf } from "../../users/index.ts";
import { userOf } from "../actions/find-own-bot.ts";
import { OwnedBots } from "../model.ts";
import { botView } from "../rules/views.ts";
import { listBots } from "../store/bots.ts";

export const fetchOwnBotsRoute = route({
  id: "fetch_owned_fetch_owned_bots",
  method: "GET",
  path: "/bots/@me",
  summary: "Fetch one's bots.",
  auth: "user",
  limit: { bucket: "bots" },
  reply: OwnedBots,
  errors: [],
  async handle({ caller, db, services }) {
    const owned = await listBots(db, caller.userId);
    const users: User[] = [];
    for (const bot of owned) users.push(await viewSelf(db, await userOf(db, bot)));
    return { bots: owned.map((bot) => botView(bot, services)), users };
  },
});
