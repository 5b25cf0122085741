import { route } from "../../../declare/route.ts";
import { anonymousView } from "../../users/index.ts";
import { findOwnBot } from "../actions/own-bots.ts";
import { FetchedBot } from "../model.ts";
import { botView } from "../rules/views.ts";

export const fetchBotRoute = route({
  id: "fetch_fetch_bot",
  method: "GET",
  path: "/bots/:bot",
  summary: "Fetch a bot of the caller.",
  auth: "user",
  noBots: true,
  limit: { bucket: "bots" },
  reply: FetchedBot,
  errors: ["NotFound"],
  async handle({ params, caller, db, services, fail }) {
    const { bot, user } = await findOwnBot({ db, fail }, { id: params.bot, ownerId: caller.userId });
    return { bot: botView(bot, services), user: anonymousView(user, services) };
  },
});
