import { putBan } from "../../../src/domains/servers/store/bans.ts";
import { allDiscriminators } from "../../../src/domains/users/rules/discriminator.ts";
import { type Bot, newBot } from "../bots.ts";
import type { Answer } from "../client.ts";
import { type Community, newCommunity } from "../communities.ts";
import { openConversation } from "../conversations.ts";
import { newGroup } from "../groups.ts";
import { occupyName } from "../occupy-name.ts";
import type { TestServer } from "../server.ts";
import type { Provocation, Provocations } from "./stage.ts";

interface Setting {
  readonly server: TestServer;
  readonly bot: Bot;
  /** Of the bot's owner, who is alone in it. */
  readonly place: Community;
}

function withBot(
  provoke: (setting: Setting) => Promise<Answer>,
  config?: Record<string, unknown>,
): Provocation {
  return async (stage) => {
    const server = await stage.server(config);
    const bot = await newBot(server);
    return provoke({ server, bot, place: await newCommunity(server, bot.owner) });
  };
}

const create = ({ server, bot }: Setting, name: string) =>
  server.client.post("/bots/create", { name }, bot.owner);
const edit = ({ server, bot }: Setting, body: object) =>
  server.client.patch(`/bots/${bot.id}`, body, bot.owner);
const invite = ({ server, bot }: Setting, to: object) =>
  server.client.post(`/bots/${bot.id}/invite`, to, bot.owner);

async function inviteTwice(setting: Setting, to: object): Promise<Answer> {
  await invite(setting, to);
  return invite(setting, to);
}

async function takeAll({ server }: Setting, name: string): Promise<void> {
  await occupyName(server, name, allDiscriminators);
}

async function renameToTaken(setting: Setting, word: string): Promise<Answer> {
  const { user } = (await edit(setting, {})).body;
  const name = `${word}_${setting.bot.id.slice(-6)}`;
  await occupyName(setting.server, name, [user.discriminator]);
  return edit(setting, { name });
}

export const botProvocations: Provocations = {
  create_create_bot: {
    IsBot: withBot(({ server, bot }) =>
      server.client.post("/bots/create", { name: "Two" }, { bot: bot.token }),
    ),
    InvalidSession: withBot(({ server }) => server.client.post("/bots/create", { name: "Two" })),
    ReachedMaximumBots: withBot((setting) => create(setting, "Two"), { limits: { new_user: { bots: 1 } } }),
    InvalidUsername: withBot((setting) => create(setting, "admin")),
    UsernameTaken: withBot(async (setting) => {
      await takeAll(setting, "NoBotLeft");
      return create(setting, "NoBotLeft");
    }),
  },
  fetch_fetch_bot: {
    IsBot: withBot(({ server, bot }) => server.client.get(`/bots/${bot.id}`, { bot: bot.token })),
    NotFound: withBot(({ server, bot }) => server.client.get("/bots/unknown", bot.owner)),
  },
  fetch_public_fetch_public_bot: {
    NotFound: withBot(({ server, bot }) => server.client.get("/bots/unknown/invite", bot.owner)),
  },
  invite_invite_bot: {
    IsBot: withBot(({ server, bot, place }) =>
      server.client.post(`/bots/${bot.id}/invite`, { server: place.id }, { bot: bot.token }),
    ),
    NotFound: withBot((setting) => invite(setting, { server: "unknown" })),
    BotIsPrivate: withBot(async (setting) => {
      const { server, bot } = setting;
      await edit(setting, { public: false });
      const { owner, id } = await newCommunity(server);
      return server.client.post(`/bots/${bot.id}/invite`, { server: id }, owner);
    }),
    MissingPermission: withBot(async (setting) =>
      invite(setting, { server: (await newCommunity(setting.server)).id }),
    ),
    Banned: withBot(async (setting) => {
      const ban = { server_id: setting.place.id, user_id: setting.bot.id, reason: null };
      await setting.server.running.store.write((tx) => putBan(tx, ban));
      return invite(setting, { server: setting.place.id });
    }),
    AlreadyInServer: withBot((setting) => inviteTwice(setting, { server: setting.place.id })),
    AlreadyInGroup: withBot(async (setting) =>
      inviteTwice(setting, { group: (await newGroup(setting.server, setting.bot.owner))._id }),
    ),
    GroupTooLarge: withBot(
      async (setting) => invite(setting, { group: (await newGroup(setting.server, setting.bot.owner))._id }),
      { limits: { global: { group_size: 1 } } },
    ),
    InvalidOperation: withBot(async (setting) => {
      const { server, bot } = setting;
      const { body: notes } = await openConversation(server, bot.owner, bot.owner.id);
      return invite(setting, { group: notes._id });
    }),
  },
  edit_edit_bot: {
    NotFound: withBot(({ server, bot }) => server.client.patch("/bots/unknown", {}, bot.owner)),
    InvalidUsername: withBot((setting) => edit(setting, { name: "admin" })),
    UsernameTaken: withBot(async (setting) => {
      await takeAll(setting, "NoBotNameLeft");
      return edit(setting, { name: "NoBotNameLeft" });
    }),
    DiscriminatorChangeRatelimited: withBot(async (setting) => {
      await renameToTaken(setting, "Once");
      return renameToTaken(setting, "Twice");
    }),
  },
  delete_delete_bot: {
    NotFound: withBot(({ server, bot }) => server.client.delete("/bots/unknown", {}, bot.owner)),
  },
};
