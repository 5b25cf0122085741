import { putBan } from "../../../src/domains/servers/store/bans.ts";
import { newUser } from "../../support/accounts/people.ts";
import { openConversation } from "../../support/channels/conversations.ts";
import type { ErrorCases, ServerPool } from "../../support/error-cases/error-case.ts";
import type { TestServer } from "../../support/server/server.ts";
import { type Community, newCommunity } from "../../support/servers/communities.ts";
import { groupJoinErrorCases } from "../conversations/groups-errors.rows.ts";

const longReason = { "x-audit-log-reason": "x".repeat(513) };

async function setUp(pool: ServerPool, config?: Record<string, unknown>) {
  const server = await pool.server(config);
  return { server, community: await newCommunity(server), stranger: await newUser(server) };
}

async function newCode({ client }: TestServer, { owner, channel }: Community): Promise<string> {
  return (await client.post(`/channels/${channel}/invites`, {}, owner)).body._id;
}

export const errorCases: ErrorCases = {
  invite_create_create_invite: {
    async HeaderTooLarge(pool) {
      const { server, community } = await setUp(pool);
      const options = { token: community.owner.token, headers: longReason };
      return server.client.post(`/channels/${community.channel}/invites`, {}, options);
    },
    async NotFound(pool) {
      const { server, stranger } = await setUp(pool);
      return server.client.post("/channels/unknown/invites", {}, stranger);
    },
    async InvalidOperation(pool) {
      const { server, stranger } = await setUp(pool);
      const { body: saved } = await openConversation(server, stranger, stranger.id);
      return server.client.post(`/channels/${saved._id}/invites`, {}, stranger);
    },
  },
  invite_fetch_fetch: {
    async NotFound(pool) {
      return (await pool.server()).client.get("/invites/unknown");
    },
  },
  invite_join_join: {
    ...groupJoinErrorCases,
    async TooManyServers(pool) {
      const { server, community } = await setUp(pool, { limits: { new_user: { servers: 0 } } });
      return server.client.post("/invites/unknown", {}, community.owner);
    },
    async NotFound(pool) {
      const { server, stranger } = await setUp(pool);
      return server.client.post("/invites/unknown", {}, stranger);
    },
    async Banned(pool) {
      const { server, community, stranger } = await setUp(pool);
      const ban = { server_id: community.id, user_id: stranger.id, reason: null };
      await server.running.store.write((tx) => putBan(tx, ban));
      return server.client.post(`/invites/${await newCode(server, community)}`, {}, stranger);
    },
    async AlreadyInServer(pool) {
      const { server, community } = await setUp(pool);
      return server.client.post(`/invites/${await newCode(server, community)}`, {}, community.owner);
    },
  },
  invite_delete_delete: {
    async HeaderTooLarge(pool) {
      const { server, stranger } = await setUp(pool);
      const options = { token: stranger.token, headers: longReason };
      return server.client.delete("/invites/unknown", {}, options);
    },
    async NotFound(pool) {
      const { server, stranger } = await setUp(pool);
      return server.client.delete("/invites/unknown", {}, stranger);
    },
  },
  invites_fetch_invites: {
    async NotFound(pool) {
      const { server, stranger } = await setUp(pool);
      return server.client.get("/servers/unknown/invites", stranger);
    },
  },
};
