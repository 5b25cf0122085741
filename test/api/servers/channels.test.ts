import { beforeAll, expect, test } from "bun:test";
import { topic } from "../../../src/visibility/announcement.ts";
import { newUser, type Person } from "../../support/accounts/people.ts";
import { expectFailure, outcome } from "../../support/http/expect-failure.ts";
import { readAuditLog } from "../../support/operators/audit-log.ts";
import { anyEngine } from "../../support/run/thorough.ts";
import { describeServer } from "../../support/server/describe-server.ts";
import { openServer } from "../../support/server/server.ts";
import { type Community, newCommunity, newMember } from "../../support/servers/communities.ts";
import { verdict } from "../../support/servers/member-calls.ts";
import { addRole } from "../../support/servers/roles.ts";
import { recordAnnouncements } from "../../support/stream/record-announcements.ts";

describeServer("creating channels in servers,", anyEngine, (server, engine) => {
  let community: Community;

  beforeAll(async () => {
    community = await newCommunity(server);
  });

  const create = (body: unknown, by: Person = community.owner, id = community.id) =>
    server.client.post(`/servers/${id}/channels`, body, by);
  const fetchServer = async () => (await server.client.get(`/servers/${community.id}`, community.owner)).body;

  test("returns a text channel, at the end of the list and in no category", async () => {
    const categories = [{ id: "a", title: "A", channels: [community.channel] }];
    await server.client.patch(`/servers/${community.id}`, { categories }, community.owner);
    const { channels } = await fetchServer();
    const { status, body } = await create({ name: "river" });
    const channel = { channel_type: "TextChannel", server: community.id, name: "river" };
    expect({ status, body }).toEqual({ status: 200, body: { ...channel, _id: expect.any(String) } });
    const after = await fetchServer();
    expect(after.channels).toEqual([...channels, body._id]);
    expect(after.categories).toEqual(categories);
    const withChannels = await server.client.get(
      `/servers/${community.id}?include_channels=true`,
      community.owner,
    );
    expect(withChannels.body.channels.at(-1)).toEqual(body);
  });

  test.each([
    [{ type: "Text" }, {}],
    [
      { description: "", nsfw: true },
      { description: "", nsfw: true },
    ],
    [{ description: null, nsfw: false, voice: null }, {}],
    [{ type: "Voice" }, { voice: {} }],
    [{ type: "Voice", voice: { max_users: 3 } }, { voice: { max_users: 3 } }],
    [{ voice: { max_users: 2 ** 31 - 1 } }, { voice: { max_users: 2 ** 31 - 1 } }],
    [{ voice: { max_users: null } }, { voice: {} }],
    [{ icon: "x", slowmode: 5, default_permissions: { a: 1, d: 0 } }, {}],
  ])("%j becomes %j", async (draft, expected) => {
    const { body } = await create({ name: "sea", ...draft });
    expect(body).toEqual({
      channel_type: "TextChannel",
      _id: expect.any(String),
      server: community.id,
      name: "sea",
      ...expected,
    });
    const withChannels = await server.client.get(
      `/servers/${community.id}?include_channels=true`,
      community.owner,
    );
    expect(withChannels.body.channels).toContainEqual(body);
  });

  test.each([
    ["no name", {}],
    ["an empty name", { name: "" }],
    ["a long name", { name: "x".repeat(33) }],
    ["a name that cannot be stored", { name: "a\0" }],
    ["a long description", { name: "x", description: "x".repeat(1025) }],
    ["another type", { name: "x", type: "Stage" }],
    ["no type", { name: "x", type: null }],
    ["voice that is no object", { name: "x", voice: true }],
    ["a maximum of 0 users", { name: "x", type: "Voice", voice: { max_users: 0 } }],
    ["a negative maximum of users", { name: "x", type: "Voice", voice: { max_users: -1 } }],
    ["a maximum of users beyond 31 bits", { name: "x", type: "Voice", voice: { max_users: 2 ** 31 } }],
    ["a fractional maximum of users", { name: "x", type: "Voice", voice: { max_users: 1.5 } }],
  ])("%s is refused before the server is loaded", async (_, body) => {
    const response = await create(body, community.owner, "unknown");
    expectFailure(response, 400, "FailedValidation", { error: expect.any(String) });
  });

  test("checks the length of the reason, the server, and ManageChannel, in this order", async () => {
    const stranger = await newUser(server);
    const member = await newMember(server, community);
    const headers = { "x-audit-log-reason": "é".repeat(513) };
    const long = await server.client.post(
      "/servers/unknown/channels",
      { name: "x" },
      { token: member.token, headers },
    );
    expectFailure(long, 400, "HeaderTooLarge");
    expectFailure(await create({ name: "x" }, member, "unknown"), 404, "NotFound");
    for (const person of [stranger, member])
      expect(verdict(await create({ name: "x" }, person))).toBe("MissingPermission ManageChannel");
    await addRole(server, community, { rank: 3, allow: ["ManageChannel"], holders: [member] });
    expect(verdict(await create({ name: "x" }, member))).toBe("200");
  });

  test("announces the list to all members, and the channel to its viewers", async () => {
    await using announcements = await recordAnnouncements(server);
    const { body } = await create({ name: "lake", nsfw: true });
    expect(announcements.take()).toEqual([
      {
        name: "ServerUpdate",
        topics: [topic.server(community.id)],
        payload: { id: community.id, data: { channels: (await fetchServer()).channels }, clear: [] },
      },
      {
        name: "ChannelCreate",
        topics: [topic.channel(body._id)],
        payload: body,
        changes: [{ kind: "server channel changed", server: community.id, channel: body }],
      },
    ]);
  });

  test("is audited", async () => {
    const headers = { "x-audit-log-reason": "more room" };
    const path = `/servers/${community.id}/channels`;
    const { body } = await server.client.post(path, { name: "pond" }, { ...community.owner, headers });
    expect((await readAuditLog(server, community)).at(-1)).toEqual({
      by: community.owner.id,
      target: null,
      reason: "more room",
      action: { type: "ChannelCreate", channel: body._id, name: "pond" },
    });
  });

  test("stops at one more than the limit, also concurrently", async () => {
    const limits = { global: { server_channels: 2 } };
    await using small = await openServer(engine, { config: { limits } });
    const { id, owner } = await newCommunity(small);
    const add = () => small.client.post(`/servers/${id}/channels`, { name: "x" }, owner);
    expect(outcome(await add())).toBe("200");
    const responses = await Promise.all([add(), add(), add()]);
    expect(responses.map(outcome).sort()).toEqual(["200", "400 TooManyChannels", "400 TooManyChannels"]);
    expectFailure(await add(), 400, "TooManyChannels", { max: 2 });
    const stranger = await newUser(small);
    const rejected = await small.client.post(`/servers/${id}/channels`, { name: "x" }, stranger);
    expectFailure(rejected, 403, "MissingPermission", { permission: "ManageChannel" });
    expect((await small.client.get(`/servers/${id}`, owner)).body.channels).toHaveLength(3);
  });

  test("lists all channels that are created concurrently", async () => {
    const before = (await fetchServer()).channels.length;
    await using announcements = await recordAnnouncements(server);
    const responses = await Promise.all([1, 2, 3].map(() => create({ name: "race" })));
    const { channels } = await fetchServer();
    expect(channels).toHaveLength(before + 3);
    expect(channels).toEqual(expect.arrayContaining(responses.map(({ body }) => body._id)));
    const lists = announcements.take().filter(({ name }) => name === "ServerUpdate");
    expect(lists.at(-1)?.payload).toMatchObject({ data: { channels } });
  });
});
