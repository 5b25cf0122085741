import { beforeAll, expect, test } from "bun:test";
import { ulid } from "ulid";
import { newUser, type Person } from "../../support/accounts/people.ts";
import { expectFailure } from "../../support/http/expect-failure.ts";
import { idsIn } from "../../support/messages/reading.ts";
import { describeServer } from "../../support/server/describe-server.ts";
import { engines } from "../../support/server/engines.ts";
import { type Community, newCommunity, newMember } from "../../support/servers/communities.ts";

describeServer("searching many channels", engines, (server) => {
  let community: Community;
  let member: Person;
  beforeAll(async () => {
    community = await newCommunity(server);
    member = await newMember(server, community);
  });

  async function newChannel(place = community): Promise<string> {
    const path = `/servers/${place.id}/channels`;
    return (await server.client.post(path, { name: "C" }, place.owner)).body._id;
  }

  async function send(channel: string, content: string, by: Person = community.owner): Promise<string> {
    const { status, body } = await server.client.post(`/channels/${channel}/messages`, { content }, by);
    expect(status).toBe(200);
    return body._id;
  }

  async function find(search: object, { by = member, path = `/servers/${community.id}/search` } = {}) {
    const { status, body } = await server.client.post(path, search, by);
    expect({ status, body }).toMatchObject({ status: 200 });
    return { ...body, ids: idsIn(body.messages) };
  }

  test("finds messages of all channels in the order of time, and marks the words", async () => {
    const [a, b] = [await newChannel(), await newChannel()];
    const first = await send(a, "A stoat runs");
    const second = await send(b, "nothing");
    const third = await send(b, "Stoats, stoats!");
    const fourth = await send(a, "the last stoat");
    const latest = await find({ query: "stoat", sort: "Latest" });
    expect(latest.ids).toEqual([fourth, third, first]);
    expect(latest.next).toBeUndefined();
    expect(latest.marks).toEqual({
      [fourth]: [{ start: 9, end: 14 }],
      [third]: [
        { start: 0, end: 6 },
        { start: 8, end: 14 },
      ],
      [first]: [{ start: 2, end: 7 }],
    });
    expect((await find({ query: "stoat", sort: "Oldest" })).ids).toEqual([first, third, fourth]);
    expect((await find({ query: "stoat" })).ids).toEqual([third, fourth, first]);
    expect((await find({ query: "stoat -last", sort: "Latest" })).ids).toEqual([third, first]);
    expect((await find({ query: "?!" })).ids).toEqual([]);
    expect((await find({ sort: "Latest", after: first, before: fourth })).ids).toEqual([third, second]);
    expect((await find({ sort: "Oldest", after: first, limit: 2 })).ids).toEqual([second, third]);
  });

  test("pages go on where the last one ended", async () => {
    const channels = [await newChannel(), await newChannel(), await newChannel()];
    const sent: string[] = [];
    for (let at = 0; at < 12; at++) sent.push(await send(channels[at % 3] ?? "", `page turner ${at}`));
    for (const query of ["turner", undefined]) {
      const found: string[] = [];
      const after = sent[0];
      for (let before: string | undefined; ; ) {
        const page = await find({ query, sort: "Latest", limit: 5, before, after });
        found.push(...page.ids);
        before = page.next;
        if (before === undefined) break;
      }
      expect(found).toEqual(sent.slice(1).reverse());
    }
  });

  test("filters by author, by what a message contains, and by pins", async () => {
    const [a, b] = [await newChannel(), await newChannel()];
    const mine = await send(a, "otter https://a.example", member);
    const theirs = await send(b, "otter");
    const pinned = await send(b, "otter pinned");
    await server.client.post(`/channels/${b}/messages/${pinned}/pin`, {}, community.owner);
    expect((await find({ query: "otter", sort: "Latest" })).ids).toEqual([pinned, theirs, mine]);
    expect((await find({ query: "otter", sort: "Latest", author: member.id })).ids).toEqual([mine]);
    expect((await find({ author: member.id, after: mine.slice(0, 20).padEnd(26, "0") })).ids).toEqual([mine]);
    expect((await find({ query: "otter", has: "Link" })).ids).toEqual([mine]);
    expect((await find({ has: "Link", sort: "Oldest" })).ids).toEqual([mine]);
    expect((await find({ query: "otter", has: "File" })).ids).toEqual([]);
    expect((await find({ pinned: true })).ids).toEqual([pinned]);
    expect((await find({ pinned: true, query: "otter" })).ids).toEqual([pinned]);
    expect((await find({ pinned: true, query: "stoat" })).ids).toEqual([]);
    expect((await find({ pinned: false })).ids).toEqual([]);
    expect((await find({ author: ulid() })).ids).toEqual([]);
  });

  test("stays in one channel if that is wanted, and finds nothing in one that cannot be read", async () => {
    const [a, b] = [await newChannel(), await newChannel()];
    const saved = (await server.client.get(`/users/${member.id}/dm`, member)).body._id;
    const outside = await newCommunity(server);
    const [first, , third] = [
      await send(a, "genet one"),
      await send(b, "genet two"),
      await send(saved, "genet three", member),
    ];
    await send(outside.channel, "genet outside", outside.owner);
    for (const path of [`/servers/${community.id}/search`, "/search"]) {
      expect((await find({ query: "genet", channel: a }, { path })).ids).toEqual([first]);
      expect((await find({ query: "genet", channel: outside.channel }, { path })).ids).toEqual([]);
      expect((await find({ query: "genet", channel: ulid() }, { path })).ids).toEqual([]);
    }
    expect((await find({ query: "genet", channel: saved }, { path: "/search" })).ids).toEqual([third]);
    expect((await find({ query: "genet", channel: saved })).ids).toEqual([]);
  });

  test("finds only what the caller may read", async () => {
    const { client } = server;
    const hidden = await newChannel();
    const unread = await newChannel();
    const open = await newChannel();
    for (const channel of [hidden, unread, open]) await send(channel, "weasel");
    const deny = (channel: string, bits: number) =>
      client.put(
        `/channels/${channel}/permissions/default`,
        { permissions: { allow: 0, deny: bits } },
        community.owner,
      );
    expect((await deny(hidden, 2 ** 20)).status).toBe(200);
    expect((await deny(unread, 2 ** 21)).status).toBe(200);
    const channelsOf = async (by: Person) =>
      (await find({ query: "weasel" }, { by })).messages.map(({ channel }: { channel: string }) => channel);
    expect(await channelsOf(member)).toEqual([open]);
    expect((await channelsOf(community.owner)).toSorted()).toEqual([hidden, unread, open].toSorted());
    const stranger = await newUser(server);
    const path = `/servers/${community.id}/search`;
    expectFailure(await client.post(path, { query: "weasel" }, stranger), 404, "NotFound");
    expectFailure(await client.post("/servers/nowhere/search", { query: "weasel" }, member), 404, "NotFound");
    expect((await find({ query: "weasel" }, { by: stranger, path: "/search" })).ids).toEqual([]);
    const deleted = await newChannel();
    await send(deleted, "weasel gone");
    await client.delete(`/channels/${deleted}`, undefined, community.owner);
    expect((await find({ query: "gone" })).ids).toEqual([]);
  });

  test("finds messages of every server and conversation, with their authors", async () => {
    const other = await newCommunity(server, member);
    const outside = await newCommunity(server);
    const saved = (await server.client.get(`/users/${member.id}/dm`, member)).body._id;
    const ids = [
      await send(community.channel, "marten one"),
      await send(other.channel, "marten two", member),
      await send(saved, "marten three", member),
    ];
    await send(outside.channel, "marten outside", outside.owner);
    const {
      ids: found,
      users,
      members,
    } = await find({ query: "marten", sort: "Oldest", include_users: true }, { path: "/search" });
    expect(found).toEqual(ids);
    expect(users.map(({ _id }: { _id: string }) => _id).toSorted()).toEqual(
      [community.owner.id, member.id].toSorted(),
    );
    expect(members.map(({ _id }: { _id: { server: string } }) => _id.server).toSorted()).toEqual(
      [community.id, community.id, other.id].toSorted(),
    );
    expect((await find({ sort: "Latest", limit: 3 }, { path: "/search" })).ids).toEqual(ids.toReversed());
  });

  test("finds words that were edited and no deleted message", async () => {
    const channel = await newChannel();
    const [kept, gone] = [await send(channel, "badger"), await send(channel, "badger")];
    expect((await find({ query: "badger", sort: "Oldest" })).ids).toEqual([kept, gone]);
    await server.client.delete(`/channels/${channel}/messages/${gone}`, undefined, community.owner);
    await server.client.patch(
      `/channels/${channel}/messages/${kept}`,
      { content: "polecat" },
      community.owner,
    );
    expect((await find({ query: "badger" })).ids).toEqual([]);
    expect((await find({ query: "polecats" })).ids).toEqual([kept]);
  });

  test.each([
    ["limit", { limit: 0 }],
    ["limit", { limit: 101 }],
    ["query", { query: "x".repeat(65) }],
    ["has", { has: "Nothing" }],
    ["before", { before: "x" }],
    ["author", { author: "" }],
    ["channel", { channel: "" }],
    ["channel", { channel: "x".repeat(27) }],
  ])("refuses a wrong %s", async (_field, search) => {
    const { status } = await server.client.post("/search", search, member);
    expect(status).toBe(400);
  });
});
