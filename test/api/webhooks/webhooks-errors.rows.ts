import { openConversation } from "../../support/channels/conversations.ts";
import type { ErrorCase, ErrorCases, ServerPool } from "../../support/error-cases/error-case.ts";
import { messageCalls } from "../../support/messages/message-calls.ts";
import { newRoom } from "../../support/messages/sending.ts";
import { execute, newWebhook, webhookPath } from "../../support/webhooks/webhooks.ts";

/** A webhook, and the calls about the messages of its channel. */
async function setUp(pool: ServerPool) {
  const server = await pool.server();
  const room = await newRoom(server);
  const webhook = await newWebhook(server, room.owner, room);
  return { ...room, server, client: server.client, webhook, calls: messageCalls(server, room.channel) };
}

type Context = Awaited<ReturnType<typeof setUp>>;

const inRoom =
  (call: (context: Context) => ReturnType<ErrorCase>): ErrorCase =>
  async (pool) =>
    call(await setUp(pool));

const content = "Hello.";
const body = { name: "Door" };
const headers = { "x-audit-log-reason": "x".repeat(513) };
const star = { headers: { "x-github-event": "star" } };
const six = <T>(thing: T): T[] => Array.from({ length: 6 }, () => thing);
const nowhere = "/webhooks/nothing/token";
const posting = (draft: object) => inRoom(({ server, webhook }) => execute(server, webhook, draft));

export const errorCases: ErrorCases = {
  webhook_create_create_webhook: {
    HeaderTooLarge: inRoom(({ client, channel, owner }) =>
      client.post(`/channels/${channel}/webhooks`, body, { token: owner.token, headers }),
    ),
    NotFound: inRoom(({ client, owner }) => client.post("/channels/nowhere/webhooks", body, owner)),
    InvalidOperation: inRoom(async ({ server, client, owner }) => {
      const { body: notes } = await openConversation(server, owner, owner.id);
      return client.post(`/channels/${notes._id}/webhooks`, body, owner);
    }),
  },
  webhook_fetch_all_fetch_webhooks: {
    NotFound: inRoom(({ client, owner }) => client.get("/channels/nowhere/webhooks", owner)),
  },
  webhook_fetch_webhook_fetch: {
    NotFound: inRoom(({ client, owner }) => client.get("/webhooks/nothing", owner)),
  },
  webhook_edit_webhook_edit: {
    NotFound: inRoom(({ client, owner }) => client.patch("/webhooks/nothing", {}, owner)),
    CannotGiveMissingPermissions: inRoom(({ client, webhook, owner }) =>
      client.patch(`/webhooks/${webhook.id}`, { permissions: 2 ** 52 }, owner),
    ),
  },
  webhook_delete_webhook_delete: {
    HeaderTooLarge: inRoom(({ client, webhook, owner }) =>
      client.delete(`/webhooks/${webhook.id}`, {}, { token: owner.token, headers }),
    ),
    NotFound: inRoom(({ client, owner }) => client.delete("/webhooks/nothing", {}, owner)),
  },
  webhook_fetch_token_webhook_fetch_token: {
    NotFound: inRoom(({ client }) => client.get(nowhere)),
  },
  webhook_edit_token_webhook_edit_token: {
    NotFound: inRoom(({ client }) => client.patch(nowhere)),
    CannotGiveMissingPermissions: inRoom(({ client, webhook }) =>
      client.patch(webhookPath(webhook), { permissions: 2 ** 27 }),
    ),
  },
  webhook_delete_token_webhook_delete_token: {
    NotFound: inRoom(({ client }) => client.delete(nowhere)),
  },
  webhook_execute_webhook_execute: {
    NotFound: inRoom(({ client }) => client.post(nowhere, { content })),
    InvalidOperation: posting({ content, interactions: { reactions: ["no emoji"] } }),
    InvalidProperty: posting({ content, flags: 8 }),
    DuplicateNonce: inRoom(async ({ server, webhook }) => {
      await execute(server, webhook, { content, nonce: "used" });
      return execute(server, webhook, { content, nonce: "used" });
    }),
    EmptyMessage: posting({}),
    PayloadTooLarge: posting({ content: "x".repeat(2_001) }),
    TooManyReplies: posting({ content, replies: six({ id: "unknown", mention: false }) }),
    TooManyAttachments: inRoom(async ({ server, client, webhook, owner }) => {
      await client.patch(`/webhooks/${webhook.id}`, { permissions: 2 ** 52 - 1 }, owner);
      return execute(server, webhook, { attachments: six("unknown") });
    }),
    TooManyEmbeds: posting({ embeds: six({}) }),
  },
  webhook_execute_github_webhook_execute_github: {
    NotFound: inRoom(({ client }) => client.post(`${nowhere}/github`, {}, star)),
    InvalidOperation: inRoom(({ client, webhook }) =>
      client.post(`${webhookPath(webhook)}/github`, {}, star),
    ),
  },
  webhook_edit_message_webhook_edit_message: {
    PayloadTooLarge: inRoom(({ client }) => client.patch(`${nowhere}/x`, { content: "x".repeat(2_001) })),
    NotFound: inRoom(({ client, webhook }) => client.patch(`${webhookPath(webhook)}/unknown`)),
    CannotEditMessage: inRoom(async ({ client, webhook, calls, owner }) =>
      client.patch(`${webhookPath(webhook)}/${await calls.send(owner)}`),
    ),
  },
  webhook_delete_message_webhook_delete_message: {
    NotFound: inRoom(({ client, webhook }) => client.delete(`${webhookPath(webhook)}/unknown`)),
    CannotDeleteMessage: inRoom(async ({ client, webhook, calls, owner }) =>
      client.delete(`${webhookPath(webhook)}/${await calls.send(owner)}`),
    ),
  },
};
