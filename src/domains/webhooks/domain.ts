import type { Domain } from "../../declare/domain.ts";
import { on } from "../../declare/hook-listener.ts";
import { provide } from "../../declare/query-provider.ts";
import { ChannelsDeleted, RecipientRemoved } from "../channels/index.ts";
import { CountBoundToSecrets, personalRows, SecretsReplaced } from "../operators/index.ts";
import { releaseAvatars } from "./actions/manage-webhooks.ts";
import { receiveDiscordEndpoint } from "./endpoints/receive-discord.ts";
import { receiveSlackEndpoint } from "./endpoints/receive-slack.ts";
import * as events from "./events.ts";
import * as routes from "./routes/index.ts";
import { countTokens, forgetTokens, setCreatorDeparture } from "./store/webhooks.ts";
import type { WebhooksTables } from "./tables.ts";

/** Posting without an account. */
export const webhooks: Domain = {
  name: "webhooks",
  routes: Object.values(routes),
  endpoints: [receiveDiscordEndpoint, receiveSlackEndpoint],
  events: Object.values(events),
  hooks: [
    on(SecretsReplaced, forgetTokens),
    on(ChannelsDeleted, releaseAvatars),
    on(RecipientRemoved, (tx, { channelId, ...departure }) =>
      setCreatorDeparture(tx, { channelId }, departure),
    ),
  ],
  providers: [
    provide(CountBoundToSecrets, countTokens),
    personalRows("webhooks.json", async (db, userId) => {
      const own = db
        .sql<WebhooksTables>()
        .selectFrom("webhooks")
        .selectAll()
        .where("creator_id", "=", userId);
      return (await own.execute()).map(({ token: _token, token_digest: _digest, ...webhook }) => webhook);
    }),
  ],
};
