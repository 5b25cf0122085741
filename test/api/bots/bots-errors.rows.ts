import { putBan } from "../../../src/domains/servers/store/bans.ts";
import { allDiscriminators } from "../../../src/domains/users/rules/discriminator.ts";
import { type Bot, newBot } from "../../support/bots/bots.ts";
import { openConversation } from "../../support/channels/conversations.ts";
import { newGroup } from "../../support/channels/groups.ts";
import type { ErrorCase, ErrorCases } from "../../support/error-cases/error-case.ts";
import type { ApiResponse } from "../../support/http/client.ts";
import type { TestServer } from "../../support/server/server.ts";
import { type Community, newCommunity } from "../../support/servers/communities.ts";
import { occupyDiscriminators } from "../../support/users/occupy-discriminators.ts";

interface Context {
  readonly server: TestServer;
  readonly bot: Bot;
  /** Owned by the bot's owner, who is its only member. */
  readonly community: Community;
}

function withBot(
  call: (context: Context) => Promise<ApiResponse>,
  config?: Record<string, unknown>,
): ErrorCase {
  return async (pool) => {
    const server = await pool.server(config);
    const bot = await newBot(server);
    return call({ server, bot, community: await newCommunity(server, bot.owner) });
  };
}

const create = ({ server, bot }: Context, name: string) =>
  server.client.post("/bots/create", { name }, bot.owner);
const edit = ({ server, bot }: Context, body: object) =>
  server.client.patch(`/bots/${bot.id}`, body, bot.owner);
const invite = ({ server, bot }: Context, to: object) =>
  server.client.post(`/bots/${bot.id}/invite`, to, bot.owner);

async function inviteTwice(context: Context, to: object): Promise<ApiResponse> {
  await invite(context, to);
  return invite(context, to);
}

async function occupyAll({ server }: Context, name: string): Promise<void> {
  await occupyDiscriminators(server, name, allDiscriminators());
}

async function renameToTaken(context: Context, word: string): Promise<ApiResponse> {
  const { user } = (await edit(context, {})).body;
  const name = `${word}_${context.bot.id.slice(-6)}`;
  await occupyDiscriminators(context.server, name, [user.discriminator]);
  return edit(context, { name });
}

export const errorCases: ErrorCases = {
  create_create_bot: {
    ReachedMaximumBots: withBot((context) => create(context, "Two"), { limits: { new_user: { bots: 1 } } }),
    InvalidUsername: withBot((context) => create(context, "admin")),
    UsernameTaken: withBot(async (context) => {
      await occupyAll(context, "NoBotLeft");
      return create(context, "NoBotLeft");
    }),
  },
  fetch_fetch_bot: {
    NotFound: withBot(({ server, bot }) => server.client.get("/bots/unknown", bot.owner)),
  },
  fetch_public_fetch_public_bot: {
    NotFound: withBot(({ server, bot }) => server.client.get("/bots/unknown/invite", bot.owner)),
  },
  invite_invite_bot: {
    HeaderTooLarge: withBot(({ server, bot, community }) => {
      const headers = { "x-audit-log-reason": "x".repeat(513) };
      return server.client.post(
        `/bots/${bot.id}/invite`,
        { server: community.id },
        { ...bot.owner, headers },
      );
    }),
    NotFound: withBot((context) => invite(context, { server: "unknown" })),
    BotIsPrivate: withBot(async (context) => {
      const { server, bot } = context;
      await edit(context, { public: false });
      const { owner, id } = await newCommunity(server);
      return server.client.post(`/bots/${bot.id}/invite`, { server: id }, owner);
    }),
    Banned: withBot(async (context) => {
      const ban = { server_id: context.community.id, user_id: context.bot.id, reason: null };
      await context.server.running.store.write((tx) => putBan(tx, ban));
      return invite(context, { server: context.community.id });
    }),
    AlreadyInServer: withBot((context) => inviteTwice(context, { server: context.community.id })),
    AlreadyInGroup: withBot(async (context) =>
      inviteTwice(context, { group: (await newGroup(context.server, context.bot.owner))._id }),
    ),
    GroupTooLarge: withBot(
      async (context) => invite(context, { group: (await newGroup(context.server, context.bot.owner))._id }),
      { limits: { global: { group_size: 1 } } },
    ),
    InvalidOperation: withBot(async (context) => {
      const { server, bot } = context;
      const { body: notes } = await openConversation(server, bot.owner, bot.owner.id);
      return invite(context, { group: notes._id });
    }),
    CannotGiveMissingPermissions: withBot(({ server, bot, community }) =>
      server.client.post(
        `/bots/${bot.id}/invite?permissions=${2 ** 52}`,
        { server: community.id },
        bot.owner,
      ),
    ),
    TooManyRoles: withBot(
      ({ server, bot, community }) =>
        server.client.post(`/bots/${bot.id}/invite?permissions=0`, { server: community.id }, bot.owner),
      { limits: { global: { server_roles: 0 } } },
    ),
  },
  edit_edit_bot: {
    NotFound: withBot(({ server, bot }) => server.client.patch("/bots/unknown", {}, bot.owner)),
    InvalidUsername: withBot((context) => edit(context, { name: "admin" })),
    UsernameTaken: withBot(async (context) => {
      await occupyAll(context, "NoBotNameLeft");
      return edit(context, { name: "NoBotNameLeft" });
    }),
    DiscriminatorChangeRatelimited: withBot(async (context) => {
      await renameToTaken(context, "Once");
      return renameToTaken(context, "Twice");
    }),
  },
  delete_delete_bot: {
    NotFound: withBot(({ server, bot }) => server.client.delete("/bots/unknown", {}, bot.owner)),
  },
};
