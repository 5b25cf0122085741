import { deliver, json } from "../../support/receivers.ts";
import { discordSenders } from "../../support/senders-discord.ts";
import { doorOf, execute, type NewWebhook, newWebhook } from "../../support/webhooks.ts";
import { done, type Operation } from "../operation.ts";
import { inPlace, type PlaceDeed } from "../place.ts";
import type { World } from "../world.ts";

const open =
  (room: "general" | "hidden"): PlaceDeed =>
  ({ server, ann }, place) =>
    newWebhook(server, ann, { channel: place[room] });

/** Something happens to the webhook of a channel, or through it. */
const through =
  (room: "general" | "hidden", deed: (world: World, webhook: NewWebhook) => Promise<unknown>): PlaceDeed =>
  async (world, place) => {
    const { body } = await done(world.server.client.get(`/channels/${place[room]}/webhooks`, world.ann));
    await deed(world, body[0]);
  };

const say = async ({ server, ben }: World, webhook: NewWebhook): Promise<string> =>
  (await done(execute(server, webhook, { content: `<@${ben.id}> @everyone` }))).body._id;

const said = async (world: World, webhook: NewWebhook) => `${doorOf(webhook)}/${await say(world, webhook)}`;

/** What comes from outside. */
export const webhooks: readonly Operation[] = inPlace({
  "a webhook is made": [undefined, open("general")],
  "a webhook is made where not all see it": [undefined, open("hidden")],
  "a webhook is edited": [
    open("general"),
    through("general", ({ server }, webhook) => done(server.client.patch(doorOf(webhook), { name: "Gate" }))),
  ],
  "a webhook is deleted": [
    open("hidden"),
    through("hidden", ({ server, ann }, { id }) => done(server.client.delete(`/webhooks/${id}`, {}, ann))),
  ],
  "a webhook speaks": [open("general"), through("general", say)],
  "a webhook says what was meant for Discord": [
    open("general"),
    through("general", ({ server }, webhook) =>
      done(deliver(server, webhook, { to: "discord", ...json(discordSenders.grafana) })),
    ),
  ],
  "a webhook speaks where not all hear it": [open("hidden"), through("hidden", say)],
  "a webhook says something else": [
    open("general"),
    through("general", async (world, webhook) =>
      done(world.server.client.patch(await said(world, webhook), { content: "Another." })),
    ),
  ],
  "a webhook takes back what it said": [
    open("general"),
    through("general", async (world, webhook) =>
      done(world.server.client.delete(await said(world, webhook))),
    ),
  ],
});
