import { route } from "../../../declare/route.ts";
import { findUserOfBot } from "../actions/own-bots.ts";
import { PublicBot } from "../model.ts";
import { publicView } from "../rules/views.ts";
import { findBot } from "../store/bots.ts";

export const fetchPublicBotRoute = route({
  id: "fetch_public_fetch_public_bot",
  method: "GET",
  path: "/bots/:target/invite",
  summary: "See a bot that one may invite: a public one, or one's own.",
  auth: "user",
  limit: { bucket: "bots" },
  reply: PublicBot,
  errors: ["NotFound"],
  async handle({ params, caller, db, fail }) {
    const bot = await findBot(db, params.target);
    if (!bot || (!bot.public && bot.owner_id !== caller.userId)) throw fail("NotFound");
    return publicView(await findUserOfBot(db, bot));
  },
});
