import { route } from "../../../declare/route.ts";
import { findUserOfBot } from "../actions/own-bots.ts";
import { PublicBot } from "../model.ts";
import { publicBotView } from "../rules/views.ts";
import { findBot } from "../store/bots.ts";

export const fetchPublicBotRoute = route({
  id: "fetch_public_fetch_public_bot",
  method: "GET",
  path: "/bots/:target/invite",
  summary: "Fetch the public view of a bot that the caller may invite: a public one, or one of theirs.",
  auth: "user",
  limit: { bucket: "bots" },
  reply: PublicBot,
  errors: ["NotFound"],
  async handle({ params, caller, db, fail }) {
    const bot = await findBot(db, params.target);
    if (!bot || (!bot.public && bot.owner_id !== caller.userId)) throw fail("NotFound");
    return publicBotView(await findUserOfBot(db, bot), bot);
  },
});
