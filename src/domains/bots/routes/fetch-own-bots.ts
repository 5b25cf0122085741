import { route } from "../../../declare/route.ts";
import { viewOwnBots } from "../actions/own-bots.ts";
import { OwnedBots } from "../model.ts";

export const fetchOwnBotsRoute = route({
  id: "fetch_owned_fetch_owned_bots",
  method: "GET",
  path: "/bots/@me",
  summary: "Fetch the bots of the caller.",
  auth: "user",
  limit: { bucket: "bots" },
  reply: OwnedBots,
  errors: [],
  handle: ({ caller, db }) => viewOwnBots(db, caller.userId),
});
