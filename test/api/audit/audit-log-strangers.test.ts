import { expect, test } from "bun:test";
import { newUser, type Person } from "../../support/accounts/people.ts";
import { anyEngine } from "../../support/run/thorough.ts";
import { describeServer } from "../../support/server/describe-server.ts";
import { newCommunity, newMember } from "../../support/servers/communities.ts";
import { memberCalls, verdict } from "../../support/servers/member-calls.ts";
import { openStream } from "../../support/stream/stream.ts";
import { setRelationship } from "../../support/users/relationship-transitions.ts";

const status = { text: "about", presence: "Busy" };

describeServer("users in the audit log", anyEngine, (server) => {
  /** Sets a status and connects. */
  async function setStatusAndConnect(person: Person) {
    await server.client.patch("/users/@me", { status }, person);
    const stream = await openStream(server, person);
    await stream.next("Ready");
    return stream;
  }

  test("hides the presence of banned users who are neither friends nor members", async () => {
    const community = await newCommunity(server);
    const { owner } = community;
    const { ban } = memberCalls(server, community);
    const [stranger, former, requester, friend, member] = [
      await newUser(server),
      await newMember(server, community),
      await newUser(server),
      await newUser(server),
      await newMember(server, community),
    ];
    await setRelationship(server, "Incoming/Outgoing", [owner, requester]);
    await setRelationship(server, "Friend/Friend", [owner, friend]);
    for (const person of [stranger, former, requester, friend])
      expect(verdict(await ban(owner, person))).toBe("200");
    await memberCalls(server, community).edit(owner, member, { nickname: "Here" });
    await using streams = new AsyncDisposableStack();
    for (const person of [owner, stranger, former, requester, friend, member])
      streams.use(await setStatusAndConnect(person));

    const { body } = await server.client.get(`/servers/${community.id}/audit_logs`, owner);
    const usersById = new Map(body.users.map((user: { _id: string }) => [user._id, user]));
    expect(usersById.size).toBe(6);
    for (const [person, relationship] of [
      [stranger, "None"],
      [former, "None"],
      [requester, "Incoming"],
    ] as const) {
      expect(usersById.get(person.id)).toMatchObject({ relationship, online: false });
      expect(usersById.get(person.id)).not.toHaveProperty("status");
    }
    for (const [person, relationship] of [
      [owner, "User"],
      [friend, "Friend"],
      [member, "None"],
    ] as const)
      expect(usersById.get(person.id)).toMatchObject({ relationship, online: true, status });
  });
});
