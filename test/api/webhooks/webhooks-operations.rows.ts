import { done, type Operation } from "../../convergence/operation.ts";
import { inPlace, type ServerAction } from "../../convergence/place.ts";
import type { World } from "../../convergence/world.ts";
import { discordSenders } from "../../support/webhooks/senders-discord.ts";
import { deliver, json } from "../../support/webhooks/webhook-deliveries.ts";
import { execute, type NewWebhook, newWebhook, webhookPath } from "../../support/webhooks/webhooks.ts";

const open =
  (room: "general" | "hidden"): ServerAction =>
  ({ server, ann }, place) =>
    newWebhook(server, ann, { channel: place[room] });

/** Acts on the webhook of a channel, or through it. */
const through =
  (
    room: "general" | "hidden",
    action: (world: World, webhook: NewWebhook) => Promise<unknown>,
  ): ServerAction =>
  async (world, place) => {
    const { body } = await done(world.server.client.get(`/channels/${place[room]}/webhooks`, world.ann));
    await action(world, body[0]);
  };

const say = async ({ server, ben }: World, webhook: NewWebhook): Promise<string> =>
  (await done(execute(server, webhook, { content: `<@${ben.id}> @everyone` }))).body._id;

const said = async (world: World, webhook: NewWebhook) =>
  `${webhookPath(webhook)}/${await say(world, webhook)}`;

/** Operations on webhooks and through them. */
export const operations: readonly Operation[] = inPlace({
  "a webhook is created": [undefined, open("general")],
  "a webhook is created in a hidden channel": [undefined, open("hidden")],
  "a webhook is edited": [
    open("general"),
    through("general", ({ server }, webhook) =>
      done(server.client.patch(webhookPath(webhook), { name: "Gate" })),
    ),
  ],
  "a webhook is deleted": [
    open("hidden"),
    through("hidden", ({ server, ann }, { id }) => done(server.client.delete(`/webhooks/${id}`, {}, ann))),
  ],
  "a webhook sends a message": [open("general"), through("general", say)],
  "a webhook receives a Discord message": [
    open("general"),
    through("general", ({ server }, webhook) =>
      done(deliver(server, webhook, { to: "discord", ...json(discordSenders.grafana) })),
    ),
  ],
  "a webhook sends a message to a hidden channel": [open("hidden"), through("hidden", say)],
  "a webhook edits its message": [
    open("general"),
    through("general", async (world, webhook) =>
      done(world.server.client.patch(await said(world, webhook), { content: "Another." })),
    ),
  ],
  "a webhook deletes its message": [
    open("general"),
    through("general", async (world, webhook) =>
      done(world.server.client.delete(await said(world, webhook))),
    ),
  ],
});
