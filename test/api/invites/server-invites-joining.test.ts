import { expect, test } from "bun:test";
import { countMembers, findMember, updateServer } from "../../../src/domains/members/index.ts";
import { putBan } from "../../../src/domains/servers/store/bans.ts";
import { permission } from "../../../src/permissions/bits.ts";
import { topic } from "../../../src/visibility/announcement.ts";
import { newUser, type Person } from "../../support/accounts/people.ts";
import { expectFailure, outcome } from "../../support/http/expect-failure.ts";
import { anyEngine } from "../../support/run/thorough.ts";
import { describeServer } from "../../support/server/describe-server.ts";
import { openServer } from "../../support/server/server.ts";
import { type Community, newCommunity } from "../../support/servers/communities.ts";
import { recordAnnouncements } from "../../support/stream/record-announcements.ts";

describeServer("joining by invite", anyEngine, (server, engine) => {
  const join = ({ token }: Person, code: string, to = server) =>
    to.client.post(`/invites/${code}`, {}, { token });
  const newCode = async ({ owner, channel }: Community, on = server): Promise<string> =>
    (await on.client.post(`/channels/${channel}/invites`, {}, owner)).body._id;
  const members = ({ id }: Community) => server.running.store.read((db) => countMembers(db, id));
  const ban = ({ id }: Community, { id: user_id }: Person) =>
    server.running.store.write((tx) => putBan(tx, { server_id: id, user_id, reason: null }));

  test("makes the caller a member; the others get the member, the caller gets the server", async () => {
    const community = await newCommunity(server);
    const code = await newCode(community);
    const person = await newUser(server);
    await using announcements = await recordAnnouncements(server);
    const { status, body } = await join(person, code);
    const { body: serverView } = await server.client.get(`/servers/${community.id}`, person);
    const { body: channel } = await server.client.get(`/channels/${community.channel}`, person);
    expect({ status, body }).toEqual({
      status: 200,
      body: { type: "Server", server: serverView, channels: [channel] },
    });
    expect(serverView).toEqual({ ...community.server, approximate_member_count: 2 });
    const member = { _id: { server: community.id, user: person.id }, joined_at: expect.any(String) };
    expect(announcements.take()).toMatchObject([
      {
        name: "ServerMemberJoin",
        payload: { id: community.id, user: person.id, member },
        topics: [topic.server(community.id)],
      },
      {
        name: "ServerCreate",
        payload: {
          id: community.id,
          server: serverView,
          channels: [channel],
          emojis: [],
          voice_states: [],
        },
        topics: [topic.private(person.id)],
      },
    ]);
  });

  test("returns only channels that the caller can view", async () => {
    const community = await newCommunity(server);
    const code = await newCode(community);
    const hidden = { permissions: { allow: 0, deny: permission.ViewChannel } };
    await server.client.put(`/channels/${community.channel}/permissions/default`, hidden, community.owner);
    await using announcements = await recordAnnouncements(server);
    const { body } = await join(await newUser(server), code);
    expect(body).toMatchObject({ channels: [], server: { channels: [community.channel] } });
    expect(announcements.take()).toMatchObject([
      { name: "ServerMemberJoin" },
      { name: "ServerCreate", payload: { channels: [] } },
    ]);
  });

  test("works with the id of a discoverable server", async () => {
    const community = await newCommunity(server);
    const person = await newUser(server);
    expectFailure(await join(person, community.id), 404, "NotFound");
    await server.running.store.write((tx) => updateServer(tx, community.id, { discoverable: 1 }));
    expect((await join(person, community.id)).body).toMatchObject({
      type: "Server",
      server: { _id: community.id },
    });
    expectFailure(await join(person, community.id), 409, "AlreadyInServer");
  });

  test("is refused to banned users, then to members, without an event", async () => {
    const community = await newCommunity(server);
    const code = await newCode(community);
    const person = await newUser(server);
    expectFailure(await join(community.owner, code), 409, "AlreadyInServer");
    await ban(community, person);
    await ban(community, community.owner);
    await using announcements = await recordAnnouncements(server);
    expectFailure(await join(person, code), 403, "Banned");
    expectFailure(await join(community.owner, code), 403, "Banned");
    expectFailure(await join(person, "unknown"), 404, "NotFound");
    expect(announcements.take()).toEqual([]);
    expect(await members(community)).toBe(1);
  });

  test("checks the number of servers before the code", async () => {
    await using small = await openServer(engine, { config: { limits: { new_user: { servers: 1 } } } });
    const codes: string[] = [];
    for (let index = 0; index < 3; index++) codes.push(await newCode(await newCommunity(small), small));
    const [first = "", second = "", third = ""] = codes;
    const person = await newUser(small);
    expect(outcome(await join(person, first, small))).toBe("200");
    expect(outcome(await join(person, second, small))).toBe("200");
    for (const code of [third, first, "unknown"])
      expectFailure(await join(person, code, small), 400, "TooManyServers", { max: 1 });
  });

  test("many times concurrently by one user succeeds once", async () => {
    const community = await newCommunity(server);
    const code = await newCode(community);
    const person = await newUser(server);
    await using announcements = await recordAnnouncements(server);
    const responses = await Promise.all(Array.from({ length: 20 }, () => join(person, code)));
    expect(responses.map(outcome).toSorted()).toEqual(["200", ...Array(19).fill("409 AlreadyInServer")]);
    expect(announcements.take().map(({ name }) => name)).toEqual(["ServerMemberJoin", "ServerCreate"]);
    expect(await members(community)).toBe(2);
  });

  test("by many users concurrently counts them all", async () => {
    const community = await newCommunity(server);
    const code = await newCode(community);
    const people = await Promise.all(Array.from({ length: 10 }, () => newUser(server)));
    const responses = await Promise.all(people.map((person) => join(person, code)));
    expect(responses.map(outcome)).toEqual(people.map(() => "200"));
    const counts = responses.map(({ body }) => body.server.approximate_member_count);
    expect(counts.toSorted((a, b) => a - b)).toEqual(people.map((_, index) => index + 2));
    expect(await members(community)).toBe(11);
  });

  test("while the invite is deleted either works or gets NotFound", async () => {
    const community = await newCommunity(server);
    const code = await newCode(community);
    const person = await newUser(server);
    const [joined] = await Promise.all([
      join(person, code),
      server.client.delete(`/invites/${code}`, {}, community.owner),
    ]);
    const isMember = await server.running.store.read((db) => findMember(db, community.id, person.id));
    expect(outcome(joined)).toBe(isMember ? "200" : "404 NotFound");
  });
});
