import { putBan } from "../../../src/domains/servers/store/bans.ts";
import { type Community, newCommunity, newMember } from "../communities.ts";
import { openConversation } from "../conversations.ts";
import { newUser } from "../people.ts";
import type { TestServer } from "../server.ts";
import { asBot } from "./as-bot.ts";
import { groupJoinProvocations } from "./groups.ts";
import type { Provocations, Stage } from "./stage.ts";

const longReason = { "x-audit-log-reason": "x".repeat(513) };

async function setting(stage: Stage, config?: Record<string, unknown>) {
  const server = await stage.server(config);
  return { server, place: await newCommunity(server), stranger: await newUser(server) };
}

async function newCode({ client }: TestServer, { owner, channel }: Community): Promise<string> {
  return (await client.post(`/channels/${channel}/invites`, {}, owner)).body._id;
}

export const serverInviteProvocations: Provocations = {
  invite_create_create_invite: {
    async HeaderTooLarge(stage) {
      const { server, place } = await setting(stage);
      const options = { token: place.owner.token, headers: longReason };
      return server.client.post(`/channels/${place.channel}/invites`, {}, options);
    },
    IsBot: asBot("post", "/channels/unknown/invites"),
    async NotFound(stage) {
      const { server, stranger } = await setting(stage);
      return server.client.post("/channels/unknown/invites", {}, stranger);
    },
    async MissingPermission(stage) {
      const { server, place, stranger } = await setting(stage);
      return server.client.post(`/channels/${place.channel}/invites`, {}, stranger);
    },
    async InvalidOperation(stage) {
      const { server, stranger } = await setting(stage);
      const { body: saved } = await openConversation(server, stranger, stranger.id);
      return server.client.post(`/channels/${saved._id}/invites`, {}, stranger);
    },
  },
  invite_fetch_fetch: {
    async NotFound(stage) {
      return (await stage.server()).client.get("/invites/unknown");
    },
  },
  invite_join_join: {
    ...groupJoinProvocations,
    IsBot: asBot("post", "/invites/unknown"),
    async TooManyServers(stage) {
      const { server, place } = await setting(stage, { limits: { new_user: { servers: 0 } } });
      return server.client.post("/invites/unknown", {}, place.owner);
    },
    async NotFound(stage) {
      const { server, stranger } = await setting(stage);
      return server.client.post("/invites/unknown", {}, stranger);
    },
    async Banned(stage) {
      const { server, place, stranger } = await setting(stage);
      const ban = { server_id: place.id, user_id: stranger.id, reason: null };
      await server.running.store.write((tx) => putBan(tx, ban));
      return server.client.post(`/invites/${await newCode(server, place)}`, {}, stranger);
    },
    async AlreadyInServer(stage) {
      const { server, place } = await setting(stage);
      return server.client.post(`/invites/${await newCode(server, place)}`, {}, place.owner);
    },
  },
  invite_delete_delete: {
    async HeaderTooLarge(stage) {
      const { server, stranger } = await setting(stage);
      const options = { token: stranger.token, headers: longReason };
      return server.client.delete("/invites/unknown", {}, options);
    },
    async NotFound(stage) {
      const { server, stranger } = await setting(stage);
      return server.client.delete("/invites/unknown", {}, stranger);
    },
    async MissingPermission(stage) {
      const { server, place } = await setting(stage);
      const member = await newMember(server, place);
      return server.client.delete(`/invites/${await newCode(server, place)}`, {}, member);
    },
  },
  invites_fetch_invites: {
    async NotFound(stage) {
      const { server, stranger } = await setting(stage);
      return server.client.get("/servers/unknown/invites", stranger);
    },
    async MissingPermission(stage) {
      const { server, place, stranger } = await setting(stage);
      return server.client.get(`/servers/${place.id}/invites`, stranger);
    },
  },
};
