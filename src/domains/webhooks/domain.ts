import type { Domain } from "../../declare/domain.ts";
import { on } from "../../declare/hook-listener.ts";
import { provide } from "../../declare/query-provider.ts";
import { ChannelsDeleted, RecipientRemoved } from "../channels/index.ts";
import { CountBoundToSecrets, personalRows, SecretsReplaced } from "../operators/index.ts";
import { releaseAvatars } from "./actions/manage-webhooks.ts";
import { receiveDiscordEndpoint } from "./endpoints/receive-discord.ts";
import { receiveSlackEndpoint } from "./endpoints/receive-slack.ts";
import * as events from "./events.ts";
import { createWebhookRoute } from "./routes/create-webhook.ts";
import { deleteWebhookRoute } from "./routes/delete-webhook.ts";
import { deleteWebhookByTokenRoute } from "./routes/delete-webhook-by-token.ts";
import { deleteWebhookMessageRoute } from "./routes/delete-webhook-message.ts";
import { editWebhookRoute } from "./routes/edit-webhook.ts";
import { editWebhookByTokenRoute } from "./routes/edit-webhook-by-token.ts";
import { editWebhookMessageRoute } from "./routes/edit-webhook-message.ts";
import { executeGithubWebhookRoute } from "./routes/execute-github-webhook.ts";
import { executeWebhookRoute } from "./routes/execute-webhook.ts";
import { fetchWebhookRoute } from "./routes/fetch-webhook.ts";
import { fetchWebhookByTokenRoute } from "./routes/fetch-webhook-by-token.ts";
import { listWebhooksRoute } from "./routes/list-webhooks.ts";
import { countTokens, forgetTokens, setCreatorDeparture } from "./store/webhooks.ts";
import type { WebhooksTables } from "./tables.ts";

/** Posting without an account. */
export const webhooks: Domain = {
  name: "webhooks",
  routes: [
    createWebhookRoute,
    listWebhooksRoute,
    fetchWebhookRoute,
    editWebhookRoute,
    deleteWebhookRoute,
    fetchWebhookByTokenRoute,
    editWebhookByTokenRoute,
    deleteWebhookByTokenRoute,
    executeWebhookRoute,
    executeGithubWebhookRoute,
    editWebhookMessageRoute,
    deleteWebhookMessageRoute,
  ],
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
