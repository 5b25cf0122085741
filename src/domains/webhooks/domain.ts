import type { Domain } from "../../declare/domain.ts";
import { on } from "../../declare/hook.ts";
import { ChannelsGone } from "../channels/index.ts";
import { releaseAvatars } from "./actions/release-avatars.ts";
import { receiveDiscord } from "./endpoints/receive-discord.ts";
import { receiveSlack } from "./endpoints/receive-slack.ts";
import { WebhookCreated, WebhookDeleted, WebhookUpdated } from "./events.ts";
import { createWebhook } from "./routes/create-webhook.ts";
import { deleteWebhook } from "./routes/delete-webhook.ts";
import { deleteWebhookByToken } from "./routes/delete-webhook-by-token.ts";
import { deleteWebhookMessage } from "./routes/delete-webhook-message.ts";
import { editWebhook } from "./routes/edit-webhook.ts";
import { editWebhookByToken } from "./routes/edit-webhook-by-token.ts";
import { editWebhookMessage } from "./routes/edit-webhook-message.ts";
import { executeGithubWebhook } from "./routes/execute-github-webhook.ts";
import { executeWebhook } from "./routes/execute-webhook.ts";
import { fetchWebhook } from "./routes/fetch-webhook.ts";
import { fetchWebhookByToken } from "./routes/fetch-webhook-by-token.ts";
import { listWebhooks } from "./routes/list-webhooks.ts";

export const webhooks: Domain = {
  name: "webhooks",
  routes: [
    createWebhook,
    listWebhooks,
    fetchWebhook,
    editWebhook,
    deleteWebhook,
    fetchWebhookByToken,
    editWebhookByToken,
    deleteWebhookByToken,
    executeWebhook,
    executeGithubWebhook,
    editWebhookMessage,
    deleteWebhookMessage,
  ],
  endpoints: [receiveDiscord, receiveSlack],
  events: [WebhookCreated, WebhookUpdated, WebhookDeleted],
  hooks: [on(ChannelsGone, releaseAvatars)],
};
