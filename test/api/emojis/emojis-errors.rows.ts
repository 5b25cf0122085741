import type { ErrorCases, ServerPool } from "../../support/error-cases/error-case.ts";
import { newEmoji, newPicture, putEmoji } from "../../support/files/emojis.ts";
import type { TestServer } from "../../support/server/server.ts";
import { newCommunity, newMember } from "../../support/servers/communities.ts";

const headers = { "x-audit-log-reason": "x".repeat(513) };

/** An emoji of a server, its creator, and a member who may not change it. */
async function setUp(pool: ServerPool) {
  const server = await pool.server();
  const community = await newCommunity(server);
  const { owner } = community;
  const path = `/custom/emoji/${await newEmoji(server, owner, { community })}`;
  return { server, community, owner, member: await newMember(server, community), path };
}

async function listAsStranger(pool: ServerPool, path: string) {
  const { server, community } = await setUp(pool);
  const stranger = await newCommunity(server);
  return server.client.get(`/${path}/${community.id}/emojis`, stranger.owner);
}

async function create(server: TestServer, parent: (id: string) => object, options = {}) {
  const { id, owner } = await newCommunity(server);
  const emoji = { id: await newPicture(server, owner), name: "otter", parent: parent(id) };
  return putEmoji(server, owner, emoji, options);
}

const of = (id: string) => ({ type: "Server", id });

export const errorCases: ErrorCases = {
  emoji_fetch_fetch_emoji: {
    NotFound: async (pool) => (await pool.server()).client.get("/custom/emoji/nothing"),
  },
  emoji_create_create_emoji: {
    HeaderTooLarge: async (pool) => create(await pool.server(), of, { headers }),
    NotFound: async (pool) => create(await pool.server(), () => of("nowhere")),
    TooManyEmoji: async (pool) => create(await pool.server({ limits: { global: { server_emoji: 0 } } }), of),
    InvalidOperation: async (pool) => create(await pool.server(), () => ({ type: "Detached" })),
  },
  emoji_edit_edit_emoji: {
    async HeaderTooLarge(pool) {
      const { server, owner, path } = await setUp(pool);
      return server.client.patch(path, {}, { token: owner.token, headers });
    },
    async NotFound(pool) {
      const { server, owner } = await setUp(pool);
      return server.client.patch("/custom/emoji/nothing", {}, owner);
    },
    async NotAuthenticated(pool) {
      const { server, owner, path } = await setUp(pool);
      await server.client.delete(path, {}, owner);
      return server.client.patch(path, {}, owner);
    },
  },
  emoji_delete_delete_emoji: {
    async HeaderTooLarge(pool) {
      const { server, owner, path } = await setUp(pool);
      return server.client.delete(path, {}, { token: owner.token, headers });
    },
    async NotFound(pool) {
      const { server, owner } = await setUp(pool);
      return server.client.delete("/custom/emoji/nothing", {}, owner);
    },
  },
  emoji_list_list_emoji: { NotFound: (pool) => listAsStranger(pool, "servers") },
  emoji_list_list_emoji_by_old_path: { NotFound: (pool) => listAsStranger(pool, "server") },
};
