import { newCommunity, newMember } from "../communities.ts";
import { newEmoji, newPicture, putEmoji } from "../emojis.ts";
import type { TestServer } from "../server.ts";
import type { Provocations, Stage } from "./stage.ts";

const headers = { "x-audit-log-reason": "x".repeat(513) };

/** An emoji of a server, its maker, and a member who may not change it. */
async function furnish(stage: Stage) {
  const server = await stage.server();
  const community = await newCommunity(server);
  const { owner } = community;
  const path = `/custom/emoji/${await newEmoji(server, owner, { community })}`;
  return { server, community, owner, member: await newMember(server, community), path };
}

async function listOfStrangers(stage: Stage, path: string) {
  const { server, community } = await furnish(stage);
  const stranger = await newCommunity(server);
  return server.client.get(`/${path}/${community.id}/emojis`, stranger.owner);
}

async function create(server: TestServer, parent: (id: string) => object, options = {}) {
  const { id, owner } = await newCommunity(server);
  const emoji = { id: await newPicture(server, owner), name: "otter", parent: parent(id) };
  return putEmoji(server, owner, emoji, options);
}

const of = (id: string) => ({ type: "Server", id });

export const emojiProvocations: Provocations = {
  emoji_fetch_fetch_emoji: {
    NotFound: async (stage) => (await stage.server()).client.get("/custom/emoji/nothing"),
  },
  emoji_create_create_emoji: {
    HeaderTooLarge: async (stage) => create(await stage.server(), of, { headers }),
    NotFound: async (stage) => create(await stage.server(), () => of("nowhere")),
    async MissingPermission(stage) {
      const { server, community, member } = await furnish(stage);
      return putEmoji(server, member, { id: "nothing", name: "otter", parent: of(community.id) });
    },
    TooManyEmoji: async (stage) =>
      create(await stage.server({ limits: { global: { server_emoji: 0 } } }), of),
    InvalidOperation: async (stage) => create(await stage.server(), () => ({ type: "Detached" })),
  },
  emoji_edit_edit_emoji: {
    async HeaderTooLarge(stage) {
      const { server, owner, path } = await furnish(stage);
      return server.client.patch(path, {}, { token: owner.token, headers });
    },
    async NotFound(stage) {
      const { server, owner } = await furnish(stage);
      return server.client.patch("/custom/emoji/nothing", {}, owner);
    },
    async NotAuthenticated(stage) {
      const { server, owner, path } = await furnish(stage);
      await server.client.delete(path, {}, owner);
      return server.client.patch(path, {}, owner);
    },
    async MissingPermission(stage) {
      const { server, member, path } = await furnish(stage);
      return server.client.patch(path, {}, member);
    },
  },
  emoji_delete_delete_emoji: {
    async HeaderTooLarge(stage) {
      const { server, owner, path } = await furnish(stage);
      return server.client.delete(path, {}, { token: owner.token, headers });
    },
    async NotFound(stage) {
      const { server, owner } = await furnish(stage);
      return server.client.delete("/custom/emoji/nothing", {}, owner);
    },
    async MissingPermission(stage) {
      const { server, member, path } = await furnish(stage);
      return server.client.delete(path, {}, member);
    },
  },
  emoji_list_list_emoji: { NotFound: (stage) => listOfStrangers(stage, "servers") },
  emoji_list_list_emoji_by_old_path: { NotFound: (stage) => listOfStrangers(stage, "server") },
};
