import { openConversation } from "../conversations.ts";
import { messagesIn } from "../message-calls.ts";
import { newRoom } from "../sending.ts";
import { doorOf, execute, newWebhook } from "../webhooks.ts";
import type { Provocation, Provocations, Stage } from "./stage.ts";

/** A webhook, and a message that it did not send. */
async function furnish(stage: Stage) {
  const server = await stage.server();
  const room = await newRoom(server);
  const webhook = await newWebhook(server, room.owner, room);
  return { ...room, server, client: server.client, webhook, calls: messagesIn(server, room.channel) };
}

type Setting = Awaited<ReturnType<typeof furnish>>;

const inRoom =
  (provoke: (setting: Setting) => ReturnType<Provocation>): Provocation =>
  async (stage) =>
    provoke(await furnish(stage));

const content = "Hello.";
const body = { name: "Door" };
const headers = { "x-audit-log-reason": "x".repeat(513) };
const star = { headers: { "x-github-event": "star" } };
const six = <T>(thing: T): T[] => Array.from({ length: 6 }, () => thing);
const wrong = ({ webhook }: Setting) => doorOf({ ...webhook, token: "wrong" });
const nowhere = "/webhooks/nothing/token";
const saying = (draft: object) => inRoom(({ server, webhook }) => execute(server, webhook, draft));

export const webhookProvocations: Provocations = {
  webhook_create_create_webhook: {
    HeaderTooLarge: inRoom(({ client, channel, owner }) =>
      client.post(`/channels/${channel}/webhooks`, body, { token: owner.token, headers }),
    ),
    NotFound: inRoom(({ client, owner }) => client.post("/channels/nowhere/webhooks", body, owner)),
    InvalidOperation: inRoom(async ({ server, client, owner }) => {
      const { body: notes } = await openConversation(server, owner, owner.id);
      return client.post(`/channels/${notes._id}/webhooks`, body, owner);
    }),
    MissingPermission: inRoom(({ client, channel, member }) =>
      client.post(`/channels/${channel}/webhooks`, body, member),
    ),
  },
  webhook_fetch_all_fetch_webhooks: {
    NotFound: inRoom(({ client, owner }) => client.get("/channels/nowhere/webhooks", owner)),
    MissingPermission: inRoom(({ client, channel, member }) =>
      client.get(`/channels/${channel}/webhooks`, member),
    ),
  },
  webhook_fetch_webhook_fetch: {
    NotFound: inRoom(({ client, owner }) => client.get("/webhooks/nothing", owner)),
    MissingPermission: inRoom(async ({ client, webhook, change, member }) => {
      await change([], ["ViewChannel"]);
      return client.get(`/webhooks/${webhook.id}`, member);
    }),
  },
  webhook_edit_webhook_edit: {
    NotFound: inRoom(({ client, owner }) => client.patch("/webhooks/nothing", {}, owner)),
    MissingPermission: inRoom(({ client, webhook, member }) =>
      client.patch(`/webhooks/${webhook.id}`, {}, member),
    ),
    CannotGiveMissingPermissions: inRoom(({ client, webhook, owner }) =>
      client.patch(`/webhooks/${webhook.id}`, { permissions: 2 ** 52 }, owner),
    ),
  },
  webhook_delete_webhook_delete: {
    HeaderTooLarge: inRoom(({ client, webhook, owner }) =>
      client.delete(`/webhooks/${webhook.id}`, {}, { token: owner.token, headers }),
    ),
    NotFound: inRoom(({ client, owner }) => client.delete("/webhooks/nothing", {}, owner)),
    MissingPermission: inRoom(({ client, webhook, member }) =>
      client.delete(`/webhooks/${webhook.id}`, {}, member),
    ),
  },
  webhook_fetch_token_webhook_fetch_token: {
    NotFound: inRoom(({ client }) => client.get(nowhere)),
    NotAuthenticated: inRoom((setting) => setting.client.get(wrong(setting))),
  },
  webhook_edit_token_webhook_edit_token: {
    NotFound: inRoom(({ client }) => client.patch(nowhere)),
    NotAuthenticated: inRoom((setting) => setting.client.patch(wrong(setting))),
    CannotGiveMissingPermissions: inRoom(({ client, webhook }) =>
      client.patch(doorOf(webhook), { permissions: 2 ** 27 }),
    ),
  },
  webhook_delete_token_webhook_delete_token: {
    NotFound: inRoom(({ client }) => client.delete(nowhere)),
    NotAuthenticated: inRoom((setting) => setting.client.delete(wrong(setting))),
  },
  webhook_execute_webhook_execute: {
    NotFound: inRoom(({ client }) => client.post(nowhere, { content })),
    NotAuthenticated: inRoom((setting) => setting.client.post(wrong(setting), { content })),
    MissingPermission: saying({ attachments: ["unknown"] }),
    InvalidOperation: saying({ content, interactions: { reactions: ["no emoji"] } }),
    InvalidProperty: saying({ content, flags: 8 }),
    DuplicateNonce: inRoom(async ({ server, webhook }) => {
      await execute(server, webhook, { content, nonce: "used" });
      return execute(server, webhook, { content, nonce: "used" });
    }),
    EmptyMessage: saying({}),
    PayloadTooLarge: saying({ content: "x".repeat(2_001) }),
    TooManyReplies: saying({ content, replies: six({ id: "unknown", mention: false }) }),
    TooManyAttachments: inRoom(async ({ server, client, webhook, owner }) => {
      await client.patch(`/webhooks/${webhook.id}`, { permissions: 2 ** 52 - 1 }, owner);
      return execute(server, webhook, { attachments: six("unknown") });
    }),
    TooManyEmbeds: saying({ embeds: six({}) }),
  },
  webhook_execute_github_webhook_execute_github: {
    NotFound: inRoom(({ client }) => client.post(`${nowhere}/github`, {}, star)),
    NotAuthenticated: inRoom((setting) => setting.client.post(`${wrong(setting)}/github`, {}, star)),
    InvalidOperation: inRoom(({ client, webhook }) => client.post(`${doorOf(webhook)}/github`, {}, star)),
  },
  webhook_edit_message_webhook_edit_message: {
    PayloadTooLarge: inRoom(({ client }) => client.patch(`${nowhere}/x`, { content: "x".repeat(2_001) })),
    NotFound: inRoom(({ client, webhook }) => client.patch(`${doorOf(webhook)}/unknown`)),
    NotAuthenticated: inRoom((setting) => setting.client.patch(`${wrong(setting)}/unknown`)),
    CannotEditMessage: inRoom(async ({ client, webhook, calls, owner }) =>
      client.patch(`${doorOf(webhook)}/${await calls.say(owner)}`),
    ),
    MissingPermission: inRoom(async ({ server, client, webhook }) => {
      const { body: said } = await execute(server, webhook, { content });
      await client.patch(doorOf(webhook), { permissions: 0 });
      return client.patch(`${doorOf(webhook)}/${said._id}`);
    }),
  },
  webhook_delete_message_webhook_delete_message: {
    NotFound: inRoom(({ client, webhook }) => client.delete(`${doorOf(webhook)}/unknown`)),
    NotAuthenticated: inRoom((setting) => setting.client.delete(`${wrong(setting)}/unknown`)),
    CannotDeleteMessage: inRoom(async ({ client, webhook, calls, owner }) =>
      client.delete(`${doorOf(webhook)}/${await calls.say(owner)}`),
    ),
  },
};
