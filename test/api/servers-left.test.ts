import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { purgeAccount } from "../../src/domains/accounts/actions/purge-account.ts";
import { type Community, joinCommunity, newCommunity, newMember } from "../support/communities.ts";
import { engines } from "../support/engines.ts";
import { outcome } from "../support/expect-failure.ts";
import { newUser, type Person } from "../support/people.ts";
import { recordAnnouncements } from "../support/record-announcements.ts";
import { runCommand } from "../support/run-command.ts";
import { openServer, type TestServer } from "../support/server.ts";

const ways: Record<string, (server: TestServer, id: string) => Promise<unknown>> = {
  "whose account is deleted": ({ running }, id) => running.store.write((tx) => purgeAccount(tx, id)),
  "who is wiped": (server, id) => runCommand(server, "users", "wipe", id),
};

for (const engine of engines) {
  describe(`deleted users leave servers, on ${engine}`, () => {
    let server: TestServer;
    let leaver: Person;
    let own: Community;
    let joined: Community;
    let untouched: Community;
    let member: Person;

    beforeAll(async () => {
      server = await openServer(engine);
    });
    afterAll(() => server[Symbol.asyncDispose]());

    async function arrangeServers() {
      leaver = await newUser(server);
      own = await newCommunity(server, leaver);
      member = await newMember(server, own);
      joined = await newCommunity(server);
      await joinCommunity(server, joined, leaver);
      const edit = { system_messages: { user_left: joined.channel } };
      await server.client.patch(`/servers/${joined.id}`, edit, joined.owner);
      untouched = await newCommunity(server);
    }

    test.each(Object.entries(ways))("a user %s", async (_, go) => {
      await arrangeServers();
      await using announcements = await recordAnnouncements(server);
      await go(server, leaver.id);
      const emitted = announcements.take().filter(({ name }) => /^Server|^Message|^Channel/.test(name));
      expect(emitted.map(({ name, payload }) => [name, payload])).toEqual([
        ["ServerDelete", { id: own.id }],
        ["ServerMemberLeave", { id: joined.id, user: leaver.id, reason: "Leave" }],
      ]);
      const { client } = server;
      expect(outcome(await client.get(`/servers/${own.id}`, member))).toBe("404 NotFound");
      const { body } = await client.get(`/servers/${joined.id}/members`, joined.owner);
      expect(body.members).toMatchObject([{ _id: { user: joined.owner.id } }]);
      const { body: left } = await client.get(`/servers/${joined.id}`, joined.owner);
      expect(left.approximate_member_count).toBe(1);
      expect(outcome(await client.get(`/servers/${untouched.id}`, untouched.owner))).toBe("200");
    });
  });
}
