import { expect, test } from "bun:test";
import { purgeAccount } from "../../../src/domains/accounts/actions/purge-account.ts";
import { newUser, type Person } from "../../support/accounts/people.ts";
import { outcome } from "../../support/http/expect-failure.ts";
import { anyEngine } from "../../support/run/thorough.ts";
import { describeServer } from "../../support/server/describe-server.ts";
import { runCommand } from "../../support/server/run-command.ts";
import type { TestServer } from "../../support/server/server.ts";
import { type Community, joinCommunity, newCommunity, newMember } from "../../support/servers/communities.ts";
import { recordAnnouncements } from "../../support/stream/record-announcements.ts";

const deletions: Record<string, (server: TestServer, id: string) => Promise<unknown>> = {
  "whose account is deleted": ({ running }, id) => running.store.write((tx) => purgeAccount(tx, id)),
  "who is wiped": (server, id) => runCommand(server, "users", "wipe", id, "--yes", "--delete-servers"),
};

describeServer("servers of deleted users", anyEngine, (server) => {
  let leaver: Person;
  let ownCommunity: Community;
  let joined: Community;
  let untouched: Community;
  let member: Person;

  async function arrangeServers() {
    leaver = await newUser(server);
    ownCommunity = await newCommunity(server, leaver);
    member = await newMember(server, ownCommunity);
    joined = await newCommunity(server);
    await joinCommunity(server, joined, leaver);
    const edit = { system_messages: { user_left: joined.channel } };
    await server.client.patch(`/servers/${joined.id}`, edit, joined.owner);
    untouched = await newCommunity(server);
  }

  test.each(Object.entries(deletions))(
    "a user %s leaves joined servers, and owned servers are deleted",
    async (_, deleteUser) => {
      await arrangeServers();
      await using announcements = await recordAnnouncements(server);
      await deleteUser(server, leaver.id);
      const emitted = announcements.take().filter(({ name }) => /^Server|^Message|^Channel/.test(name));
      expect(emitted.map(({ name, payload }) => [name, payload])).toEqual([
        ["ServerDelete", { id: ownCommunity.id }],
        ["ServerMemberLeave", { id: joined.id, user: leaver.id, reason: "Leave" }],
      ]);
      const { client } = server;
      expect(outcome(await client.get(`/servers/${ownCommunity.id}`, member))).toBe("404 NotFound");
      const { body } = await client.get(`/servers/${joined.id}/members`, joined.owner);
      expect(body.members).toMatchObject([{ _id: { user: joined.owner.id } }]);
      const { body: joinedServer } = await client.get(`/servers/${joined.id}`, joined.owner);
      expect(joinedServer.approximate_member_count).toBe(1);
      expect(outcome(await client.get(`/servers/${untouched.id}`, untouched.owner))).toBe("200");
    },
  );
});
