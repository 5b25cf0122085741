import { afterAll, beforeAll, expect, test } from "bun:test";
import { type Announcement, topic } from "../../../src/visibility/announcement.ts";
import { newUser, type Person } from "../../support/accounts/people.ts";
import { newEmoji, newPicture, putEmoji } from "../../support/files/emojis.ts";
import { readFileState } from "../../support/files/file-state.ts";
import { makeAnimation } from "../../support/files/make-images.ts";
import { expectFailure } from "../../support/http/expect-failure.ts";
import { readAuditLog } from "../../support/operators/audit-log.ts";
import { preferPostgres } from "../../support/run/thorough.ts";
import { describeServer } from "../../support/server/describe-server.ts";
import { days } from "../../support/server/test-clock.ts";
import { type Community, joinCommunity, newCommunity, newMember } from "../../support/servers/communities.ts";
import { addRole } from "../../support/servers/roles.ts";
import { type AnnouncementRecorder, recordAnnouncements } from "../../support/stream/record-announcements.ts";
import { openReadyStream } from "../../support/stream/stream.ts";

const reason = "so that nobody asks";
const headers = { "x-audit-log-reason": reason };

describeServer("emoji", preferPostgres, (server) => {
  let community: Community;
  let owner: Person;
  let curator: Person;
  let member: Person;
  let announcements: AnnouncementRecorder;
  beforeAll(async () => {
    announcements = await recordAnnouncements(server);
    community = await newCommunity(server);
    owner = community.owner;
    [curator, member] = [await newMember(server, community), await newMember(server, community)];
    await addRole(server, community, { rank: 1, allow: ["ManageCustomisation"], holders: [curator] });
  });
  afterAll(() => announcements[Symbol.asyncDispose]());

  const parent = () => ({ type: "Server", id: community.id });
  const toMembers = (name: string, payload: object): Omit<Announcement, "commit"> => ({
    name,
    payload,
    topics: [topic.server(community.id)],
  });
  const fetchEmoji = async (id: string) => (await server.client.get(`/custom/emoji/${id}`)).body;
  const listed = async ({ token }: Person, { id } = community) =>
    (await server.client.get(`/servers/${id}/emojis`, { token })).body;
  const lastAuditEntry = async () => (await readAuditLog(server, community)).at(-1);

  test("are created from uploads, and announced to all members", async () => {
    const id = await newPicture(server, curator);
    announcements.take();
    const { status, body } = await putEmoji(
      server,
      curator,
      { id, name: "sea_otter_1", parent: parent() },
      { headers },
    );
    const emoji = { _id: id, parent: parent(), creator_id: curator.id, name: "sea_otter_1" };
    expect({ status, body }).toEqual({ status: 200, body: emoji });
    expect(announcements.take()).toEqual([toMembers("EmojiCreate", emoji)]);
    expect(await fetchEmoji(id)).toEqual(emoji);
    expect(await readFileState(server, id)).toMatchObject({ used_as: "Emoji", used_by: id });
    expect(await lastAuditEntry()).toEqual({
      by: curator.id,
      target: null,
      reason,
      action: { type: "EmojiCreate", emoji: id, name: "sea_otter_1" },
    });
  });

  test("have flags for animated and NSFW", async () => {
    const make = async (content: Buffer | undefined, more: object) => {
      const id = await newPicture(server, owner, content);
      return (await putEmoji(server, owner, { id, name: "x", parent: parent(), ...more })).body;
    };
    const gif = await makeAnimation("gif", 2);
    const webp = await makeAnimation("webp", 2);
    expect(await make(gif, { nsfw: true })).toMatchObject({ animated: true, nsfw: true });
    for (const body of [
      await make(undefined, { nsfw: false }),
      await make(undefined, { nsfw: null }),
      // Only GIF counts as animated, whatever other formats contain.
      await make(webp, {}),
    ])
      expect(body).toEqual({ _id: body._id, parent: parent(), creator_id: owner.id, name: "x" });
  });

  test("are listed for members, by both paths, in the order of the uploads", async () => {
    const other = await newCommunity(server, owner);
    const early = await newPicture(server, owner);
    const late = await newEmoji(server, owner, { community: other, name: "b" });
    await putEmoji(server, owner, { id: early, name: "c", parent: { type: "Server", id: other.id } });
    const elsewhere = await newEmoji(server, owner, { community });
    const ids = (emojis: { _id: string }[]) => emojis.map(({ _id }) => _id);
    expect(ids(await listed(owner, other))).toEqual([early, late]);
    const old = await server.client.get(`/server/${other.id}/emojis`, owner);
    expect(old.body).toEqual(await listed(owner, other));
    for (const path of ["server", "servers"])
      for (const id of [other.id, "01ARZ3NDEKTSV4RRFFQ69G5FAV", "x"])
        expectFailure(await server.client.get(`/${path}/${id}/emojis`, member), 404, "NotFound");

    const emojiOf = async (person: Person) => {
      const { stream, ready } = await openReadyStream(server, person);
      stream.close();
      return ready.emojis as { _id: string }[];
    };
    const mine = ids(await emojiOf(owner));
    expect(mine).toEqual([...mine].sort());
    expect(mine).toEqual(expect.arrayContaining([early, late, elsewhere]));
    expect(ids(await emojiOf(member))).toEqual(ids(await listed(member)));
    expect(await emojiOf(await newUser(server))).toEqual([]);

    const late2 = await newUser(server);
    announcements.take();
    await joinCommunity(server, other, late2);
    const [joined] = announcements.take().filter(({ name }) => name === "ServerCreate");
    expect(joined?.payload).toMatchObject({ emojis: await listed(owner, other) });
  });

  test("can be renamed with permission only, also by their creators", async () => {
    const id = await newEmoji(server, curator, { community, name: "before" });
    announcements.take();
    const renamed = await server.client.patch(
      `/custom/emoji/${id}`,
      { name: "after" },
      { token: owner.token, headers },
    );
    const emoji = { _id: id, parent: parent(), creator_id: curator.id, name: "after" };
    expect({ status: renamed.status, body: renamed.body }).toEqual({ status: 200, body: emoji });
    expect(announcements.take()).toEqual([toMembers("EmojiUpdate", { id, data: { name: "after" } })]);
    expect(await lastAuditEntry()).toEqual({
      by: owner.id,
      target: curator.id,
      reason,
      action: { type: "EmojiUpdate", emoji: id, before: { name: "before" }, after: { name: "after" } },
    });

    const before = await readAuditLog(server, community);
    for (const body of [{}, { name: null }, { name: "after" }]) {
      const same = await server.client.patch(`/custom/emoji/${id}`, body, curator);
      expect({ status: same.status, body: same.body }).toEqual({ status: 200, body: emoji });
    }
    expect(announcements.take()).toEqual([]);
    expect(await readAuditLog(server, community)).toEqual(before);
  });

  test("can still be fetched after deletion from their server", async () => {
    const id = await newEmoji(server, curator, { community, name: "short_lived" });
    const { _id, ...rest } = await fetchEmoji(id);
    announcements.take();
    const reply = await server.client.delete(`/custom/emoji/${id}`, {}, { token: owner.token, headers });
    expect({ status: reply.status, body: reply.body }).toEqual({ status: 204, body: undefined });
    expect(announcements.take()).toEqual([toMembers("EmojiDelete", { id })]);
    expect(await fetchEmoji(id)).toEqual({ _id, ...rest, parent: { type: "Detached" } });
    expect((await listed(owner)).map((emoji: { _id: string }) => emoji._id)).not.toContain(id);
    expect(await lastAuditEntry()).toEqual({
      by: owner.id,
      target: curator.id,
      reason,
      action: { type: "EmojiDelete", emoji: id, name: "short_lived" },
    });

    server.clock.advance(days(1));
    await server.drain();
    expect((await fetch(`${server.url}/autumn/emojis/${id}`)).status).toBe(200);
  });

  test("cannot be deleted or renamed when detached, and keep their file", async () => {
    const id = await newEmoji(server, curator, { community });
    await server.client.delete(`/custom/emoji/${id}`, {}, curator);
    const before = await readAuditLog(server, community);
    announcements.take();
    for (const person of [curator, owner, member, await newUser(server)])
      expect((await server.client.delete(`/custom/emoji/${id}`, {}, person)).status).toBe(204);
    for (const body of [{ name: "again" }, {}])
      expectFailure(await server.client.patch(`/custom/emoji/${id}`, body, curator), 401, "NotAuthenticated");
    expectFailure(await putEmoji(server, curator, { id, name: "x", parent: parent() }), 404, "NotFound");
    expect(announcements.take().filter(({ name }) => name.startsWith("Emoji"))).toEqual([]);
    expect(await readAuditLog(server, community)).toEqual(before);
  });

  test("can be deleted by their creators, also after they left the server", async () => {
    const other = await newCommunity(server);
    const maker = await newMember(server, other);
    const role = { rank: 1, allow: ["ManageCustomisation"] as const, holders: [maker] };
    await addRole(server, other, role);
    const id = await newEmoji(server, maker, { community: other });
    await server.client.delete(`/servers/${other.id}/members/${maker.id}`, {}, other.owner);
    expect((await server.client.get(`/servers/${other.id}`, maker)).status).toBe(404);
    expectFailure(
      await server.client.patch(`/custom/emoji/${id}`, { name: "x" }, maker),
      403,
      "MissingPermission",
      { permission: "ManageCustomisation" },
    );
    expect((await server.client.delete(`/custom/emoji/${id}`, {}, maker)).status).toBe(204);
    expect(await fetchEmoji(id)).toMatchObject({ parent: { type: "Detached" } });
  });

  test("are announced to connected members only, and listed for members who connect later", async () => {
    const here = await newCommunity(server);
    const [{ stream: own }, { stream: strange }] = [
      await openReadyStream(server, await newMember(server, here)),
      await openReadyStream(server, await newUser(server)),
    ];
    await using _ = own;
    await using __ = strange;
    const id = await newEmoji(server, here.owner, { community: here, name: "first" });
    const emoji = await fetchEmoji(id);
    await server.client.patch(`/custom/emoji/${id}`, { name: "second" }, here.owner);
    const later = await openReadyStream(server, here.owner);
    await using ___ = later.stream;
    expect(later.ready.emojis).toEqual([{ ...emoji, name: "second" }]);
    await server.client.delete(`/custom/emoji/${id}`, {}, here.owner);
    const events = (await own.takeNew()).filter(({ type }) => type.startsWith("Emoji"));
    expect(events).toEqual([
      { type: "EmojiCreate", ...emoji },
      { type: "EmojiUpdate", id, data: { name: "second" } },
      { type: "EmojiDelete", id },
    ]);
    expect(await strange.takeNew()).toEqual([]);
    const last = await openReadyStream(server, here.owner);
    await using ____ = last.stream;
    expect(last.ready.emojis).toEqual([]);
  });

  test("outlive their server", async () => {
    const other = await newCommunity(server);
    const id = await newEmoji(server, other.owner, { community: other });
    expect((await server.client.delete(`/servers/${other.id}`, {}, other.owner)).status).toBe(204);
    expect(await fetchEmoji(id)).toMatchObject({ parent: { type: "Detached" } });
  });
});
