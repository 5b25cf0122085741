import { newUser } from "../../support/accounts/people.ts";
import { asBot } from "../../support/error-cases/as-bot.ts";
import type { ErrorCase, ErrorCases, ServerPool } from "../../support/error-cases/error-case.ts";
import { newClaimLink, newImportedPerson } from "../../support/imports/imported-person.ts";
import { newCommunity } from "../../support/servers/communities.ts";

async function setUp(pool: ServerPool) {
  const server = await pool.server();
  const community = await newCommunity(server);
  const [person, caller] = [await newImportedPerson(server, community), await newUser(server)];
  return { server, community, person, caller };
}

function casesOf(path: string) {
  return {
    IsBot: asBot("post", path, { token: "unknown" }),
    async InvalidToken(pool) {
      const { server, caller } = await setUp(pool);
      return server.client.post(path, { token: "unknown" }, caller);
    },
    async LinkExpired(pool) {
      const { server, person, caller } = await setUp(pool);
      return server.client.post(path, { token: await newClaimLink(server, person.id, { hours: 0 }) }, caller);
    },
    async LinkUsed(pool) {
      const { server, person, caller } = await setUp(pool);
      const token = await newClaimLink(server, person.id);
      await server.client.post("/claims", { token }, caller);
      return server.client.post(path, { token }, caller);
    },
    async AlreadyClaimed(pool) {
      const { server, person, caller } = await setUp(pool);
      await server.client.post("/claims", { token: await newClaimLink(server, person.id) }, caller);
      return server.client.post(path, { token: await newClaimLink(server, person.id) }, caller);
    },
  } satisfies Record<string, ErrorCase>;
}

export const errorCases: ErrorCases = {
  claim_view_history: casesOf("/claims/view"),
  claim_history: {
    ...casesOf("/claims"),
    async Banned(pool) {
      const { server, community, person, caller } = await setUp(pool);
      await server.client.put(`/servers/${community.id}/bans/${caller.id}`, {}, community.owner);
      return server.client.post("/claims", { token: await newClaimLink(server, person.id) }, caller);
    },
  },
};
