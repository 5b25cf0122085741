import { purgeAccount } from "../../../src/domains/accounts/actions/purge-account.ts";
import { done, type Operation, relate } from "../../convergence/operation.ts";
import { createServerFixture, type ServerFixture } from "../../convergence/place.ts";
import { TestBot } from "../../convergence/test-bot.ts";
import type { World } from "../../convergence/world.ts";
import { type Bot, inviteBot, newBot } from "../../support/bots/bots.ts";
import { runCommand } from "../../support/server/run-command.ts";

/** Dan's bot, and a server and a group of Ann's with Ben and Cleo. */
interface BotFixture extends World {
  readonly bot: Bot;
  readonly place: ServerFixture;
  readonly group: string;
}

type WalkAction = (fixture: BotFixture) => Promise<unknown>;

async function arrange(world: World): Promise<BotFixture> {
  const { server, ann, ben, cleo, dan } = world;
  for (const friend of [ben, cleo]) await relate(world, "Friend/Friend", [ann, friend]);
  const users = [ben.id, cleo.id];
  const { body } = await done(server.client.post("/channels/create", { name: "Us", users }, ann));
  const [place, bot] = [await createServerFixture(world), await newBot(server, dan)];
  return Object.assign(Object.create(world), { bot, place, group: body._id });
}

const toServer: WalkAction = ({ server, bot, place, ann }) =>
  inviteBot(server, bot, { server: place.id, by: ann });

const withRole: WalkAction = ({ server, bot, place, ann }) => {
  const path = `/bots/${bot.id}/invite?permissions=${2 ** 20 + 2 ** 23}` as const;
  return done(server.client.post(path, { server: place.id }, ann));
};

const toGroup: WalkAction = ({ server, bot, group, ben }) =>
  done(server.client.post(`/bots/${bot.id}/invite`, { group }, ben));

const talk: WalkAction = ({ server, bot, ann }) => done(server.client.get(`/users/${bot.id}/dm`, ann));

const inTurn =
  (...actions: readonly WalkAction[]): WalkAction =>
  async (fixture) => {
    for (const action of actions) await action(fixture);
  };

const everywhere = inTurn(toServer, toGroup, talk);

const announce: WalkAction = ({ server, place, ann }) => {
  const system_messages = { user_joined: place.general, user_left: place.general };
  return done(server.client.patch(`/servers/${place.id}`, { system_messages }, ann));
};

const edit =
  (body: object): WalkAction =>
  ({ server, bot }) =>
    done(server.client.patch(`/bots/${bot.id}`, body, bot.owner));

const furnish =
  (body: object): WalkAction =>
  ({ server, bot }) =>
    done(server.client.patch(`/users/${bot.id}`, body, bot.owner));

const block =
  (who: "ann" | "bot"): WalkAction =>
  ({ server, bot, ann }) =>
    who === "ann"
      ? done(server.client.put(`/users/${bot.id}/block`, {}, ann))
      : done(server.client.put(`/users/${ann.id}/block`, {}, { bot: bot.token }));

const unblock: WalkAction = ({ server, bot, ann }) =>
  done(server.client.delete(`/users/${bot.id}/block`, {}, ann));

const nothing: WalkAction = async () => {};

const profile = { display_name: "The Robot", pronouns: "it", status: { text: "At work", presence: "Busy" } };

const actions: Readonly<Record<string, readonly [given: WalkAction, run: WalkAction]>> = {
  "a bot is invited to a server": [nothing, toServer],
  "a bot is invited to a server that announces it": [announce, toServer],
  "a bot is invited to a server with a role": [nothing, withRole],
  "a bot with a role is kicked": [
    withRole,
    ({ server, bot, place, ben }) =>
      done(server.client.delete(`/servers/${place.id}/members/${bot.id}`, {}, ben)),
  ],
  "a bot with a role is deleted": [
    withRole,
    ({ server, bot }) => done(server.client.delete(`/bots/${bot.id}`, {}, bot.owner)),
  ],
  "a bot is invited to a group": [nothing, toGroup],
  "a user opens a conversation with a bot": [toServer, talk],
  "a bot is renamed": [everywhere, edit({ name: "Android" })],
  "a bot gets a profile": [everywhere, furnish(profile)],
  "a bot loses its profile": [
    inTurn(everywhere, furnish(profile)),
    furnish({ remove: ["DisplayName", "Pronouns", "StatusText", "StatusPresence"] }),
  ],
  "a bot is blocked": [nothing, block("ann")],
  "a bot in shared channels is blocked": [everywhere, block("ann")],
  "a bot is unblocked": [inTurn(everywhere, block("ann")), unblock],
  "a bot blocks a user": [everywhere, block("bot")],
  "a bot blocks, and is blocked": [inTurn(everywhere, block("ann")), block("bot")],
  "a bot gets a new token": [everywhere, edit({ remove: ["Token"] })],
  "a bot is kicked": [
    everywhere,
    ({ server, bot, place, ben }) =>
      done(server.client.delete(`/servers/${place.id}/members/${bot.id}`, {}, ben)),
  ],
  "a bot leaves a server": [
    inTurn(everywhere, announce),
    ({ server, bot, place }) => done(server.client.delete(`/servers/${place.id}`, {}, { bot: bot.token })),
  ],
  "a bot leaves a group": [
    everywhere,
    ({ server, bot, group }) => done(server.client.delete(`/channels/${group}`, {}, { bot: bot.token })),
  ],
  "a bot is removed from a group": [
    everywhere,
    ({ server, bot, group, ann }) =>
      done(server.client.delete(`/channels/${group}/recipients/${bot.id}`, {}, ann)),
  ],
  "a bot is deleted": [
    inTurn(everywhere, furnish(profile)),
    ({ server, bot }) => done(server.client.delete(`/bots/${bot.id}`, {}, bot.owner)),
  ],
  "a bot is wiped": [
    everywhere,
    ({ server, bot }) => runCommand(server, "users", "wipe", bot.id, "--yes", "--delete-servers"),
  ],
  "a bot's owner is wiped": [
    everywhere,
    async ({ server, dan }) => {
      await runCommand(server, "users", "wipe", dan.id, "--yes", "--delete-servers");
      await dan.goOfflineForGood();
    },
  ],
  "a bot's owner is deleted": [
    everywhere,
    async ({ server, dan }) => {
      await server.running.store.write((tx) => purgeAccount(tx, dan.id));
      await dan.goOfflineForGood();
    },
  ],
};

/** Runs each with the bot connected, which must know as much as the users. */
export const operations: readonly Operation[] = Object.entries(actions).map(([name, [given, run]]) => {
  const fixtures = new WeakMap<World, BotFixture>();
  return {
    name,
    async given(world) {
      const fixture = await arrange(world);
      fixtures.set(world, fixture);
      await given(fixture);
    },
    async run(world) {
      const fixture = fixtures.get(world);
      if (!fixture) throw new Error("the preparation did not run");
      const testBot = await TestBot.connect(world.server, fixture.bot);
      await run(fixture);
      await testBot.checkAndLeave();
    },
    async after(world) {
      await world.editProfiles("afterwards");
      const { bot } = fixtures.get(world) ?? {};
      if (bot)
        await world.server.client.patch("/users/@me", { display_name: "Afterwards" }, { bot: bot.token });
    },
  };
});
