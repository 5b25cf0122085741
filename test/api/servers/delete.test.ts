import { expect, test } from "bun:test";
import type { ServersTables } from "../../../src/domains/members/index.ts";
import { updateMember } from "../../../src/domains/servers/store/members.ts";
import { topic } from "../../../src/visibility/announcement.ts";
import { newUser, type Person } from "../../support/accounts/people.ts";
import { dumpTables } from "../../support/database/dump-tables.ts";
import { drawPng, storeFile } from "../../support/files/stored-file.ts";
import { expectFailure, outcome } from "../../support/http/expect-failure.ts";
import { uploadFile } from "../../support/http/multipart.ts";
import { describeServer } from "../../support/server/describe-server.ts";
import { engines } from "../../support/server/engines.ts";
import { type Community, joinCommunity, newCommunity, newMember } from "../../support/servers/communities.ts";
import { addRole } from "../../support/servers/roles.ts";
import { recordAnnouncements } from "../../support/stream/record-announcements.ts";

describeServer("deleting and leaving servers,", engines, (server) => {
  let community: Community;
  let member: Person;

  async function newFixture(): Promise<void> {
    community = await newCommunity(server);
    member = await newMember(server, community);
  }

  const leave = (by: Person, query = "", id = community.id) =>
    server.client.delete(`/servers/${id}${query}`, {}, by);
  const fetched = (by: Person) => server.client.get(`/servers/${community.id}`, by);

  test("is for members only: other callers get NotFound", async () => {
    await newFixture();
    expectFailure(await leave(await newUser(server)), 404, "NotFound");
    expectFailure(await leave(member, "", "01ARZ3NDEKTSV4RRFFQ69G5FAV"), 404, "NotFound");
    const malformed = await leave(member, "?leave_silently=perhaps");
    expectFailure(malformed, 400, "FailedValidation", { error: expect.any(String) });
    expect(outcome(await fetched(member))).toBe("200");
  });

  test("a member leaves once, and can rejoin", async () => {
    await newFixture();
    await using announcements = await recordAnnouncements(server);
    expect(await leave(member)).toMatchObject({ status: 204, body: undefined });
    expect(announcements.take()).toEqual([
      {
        name: "ServerMemberLeave",
        topics: [topic.server(community.id)],
        payload: { id: community.id, user: member.id, reason: "Leave" },
        changes: [{ kind: "server left", user: member.id, server: community.id }],
      },
    ]);
    expect(outcome(await fetched(member))).toBe("404 NotFound");
    expect((await fetched(community.owner)).body.approximate_member_count).toBe(1);
    expectFailure(await leave(member), 404, "NotFound");
    await joinCommunity(server, community, member);
    expect((await fetched(member)).body.approximate_member_count).toBe(2);
  });

  test("a system message is posted in the configured channel, unless the member leaves silently", async () => {
    await newFixture();
    const body = { system_messages: { user_left: community.channel } };
    await server.client.patch(`/servers/${community.id}`, body, community.owner);
    const silentLeaver = await newMember(server, community);
    await using announcements = await recordAnnouncements(server);
    await leave(silentLeaver, "?leave_silently=true");
    expect(announcements.take().map(({ name }) => name)).toEqual(["ServerMemberLeave"]);
    await leave(member, "?leave_silently=false");
    const emitted = announcements.take();
    expect(emitted.map(({ name }) => name)).toEqual(["ServerMemberLeave", "Message"]);
    expect(emitted[1]?.payload).toMatchObject({
      channel: community.channel,
      system: { type: "user_left", id: member.id },
    });
  });

  test("leaving releases the avatar, and a timeout applies again after rejoining", async () => {
    await newFixture();
    const { id: avatar } = await storeFile(server, { tag: "avatars", content: await drawPng(4, 4) });
    const until = server.clock.now() + 60_000;
    const stored = JSON.stringify({
      _id: avatar,
      tag: "avatars",
      filename: "a",
      metadata: { type: "File" },
    });
    const key = { server_id: community.id, user_id: member.id };
    await server.running.store.write((tx) =>
      updateMember(tx, key, { avatar: stored, timeout_until: until, nickname: "Otter" }),
    );
    await leave(member);
    expect((await fetch(`${server.url}/autumn/avatars/${avatar}`)).status).toBe(404);
    await joinCommunity(server, community, member);
    const { body } = await server.client.get(`/servers/${community.id}/members/${member.id}`, member);
    expect(body).toEqual({
      _id: { server: community.id, user: member.id },
      joined_at: expect.any(String),
      timeout: new Date(until).toISOString(),
    });
  });

  test("the timeout of a user who left is deleted when it is over", async () => {
    await newFixture();
    const key = { server_id: community.id, user_id: member.id };
    const timeout_until = server.clock.now() + 60_000;
    await server.running.store.write((tx) => updateMember(tx, key, { timeout_until }));
    await leave(member);
    const pending = () =>
      server.running.store.read((db) =>
        db
          .sql<ServersTables>()
          .selectFrom("pending_timeouts")
          .selectAll()
          .where("server_id", "=", community.id)
          .execute(),
      );
    expect(await pending()).toEqual([{ ...key, timeout_until, can_publish: 1, can_receive: 1 }]);
    server.clock.advance(2 * 3_600_000);
    await server.running.worker.schedulePeriodic();
    await server.drain();
    expect(await pending()).toEqual([]);
  });

  test("the owner deletes the server, and all members receive the event", async () => {
    await newFixture();
    await using announcements = await recordAnnouncements(server);
    expect(await leave(community.owner)).toMatchObject({ status: 204, body: undefined });
    expect(announcements.take()).toEqual([
      {
        name: "ServerDelete",
        topics: [topic.server(community.id)],
        payload: { id: community.id },
        changes: [{ kind: "server gone", server: community.id }],
      },
    ]);
    for (const person of [community.owner, member]) {
      expect(outcome(await fetched(person))).toBe("404 NotFound");
      expect(outcome(await leave(person))).toBe("404 NotFound");
    }
  });

  test("a deleted server leaves no rows, and no other rows change", async () => {
    const owner = await newUser(server);
    member = await newUser(server);
    const dumpWithoutCommits = async () => ({
      ...(await dumpTables(server)),
      commit_count: [],
      stream: [],
    });
    const before = await dumpWithoutCommits();
    community = await newCommunity(server, owner);
    await joinCommunity(server, community, member);
    await addRole(server, community, { rank: 0, allow: ["ManageServer"], holders: [member] });
    const { client } = server;
    await client.post(`/servers/${community.id}/channels`, { name: "second" }, owner);
    await client.patch(`/servers/${community.id}`, { name: "Doomed" }, owner);
    await leave(community.owner);
    await server.drain();
    expect(await dumpWithoutCommits()).toEqual(before);
  });

  test("files of the server, its roles, channels and members are released with it", async () => {
    await newFixture();
    const { client, running } = server;
    const content = await drawPng(4, 4);
    const ids = {
      icon: await uploadFile(server, community.owner, { tag: "icons", content }),
      banner: await uploadFile(server, community.owner, { tag: "banners", content }),
    };
    expect(outcome(await client.patch(`/servers/${community.id}`, ids, community.owner))).toBe("200");
    const role = await addRole(server, community, { rank: 0 });
    const [ofRole, ofChannel, ofMember, unrelated] = [
      await storeFile(server, { tag: "icons", content }),
      await storeFile(server, { tag: "icons", content }),
      await storeFile(server, { tag: "avatars", content }),
      await storeFile(server, { tag: "icons", content }),
    ];
    const asFile = ({ id }: { id: string }) => JSON.stringify({ _id: id });
    await running.store.write(async (tx) => {
      const sql = tx.sql<ServersTables & { channels: { id: string; icon: string } }>();
      await sql
        .updateTable("roles")
        .set({ icon: asFile(ofRole) })
        .where("id", "=", role)
        .execute();
      const channel = sql.updateTable("channels").set({ icon: asFile(ofChannel) });
      await channel.where("id", "=", community.channel).execute();
      const key = { server_id: community.id, user_id: member.id };
      await updateMember(tx, key, { avatar: asFile(ofMember) });
    });
    await leave(community.owner);
    const urls = [
      `${server.url}/autumn/icons/${ids.icon}`,
      `${server.url}/autumn/banners/${ids.banner}`,
      ...[ofRole, ofChannel, ofMember, unrelated].map(({ url }) => url),
    ];
    const statuses = await Promise.all(urls.map(async (url) => (await fetch(url)).status));
    expect(statuses).toEqual([404, 404, 404, 404, 404, 200]);
  });

  test("emoji outlive their server", async () => {
    await newFixture();
    const id = server.running.services.ids.next();
    type Emojis = { emojis: Record<string, string | number | null> };
    await server.running.store.write(async (tx) => {
      const emoji = {
        id,
        server_id: community.id,
        creator_id: member.id,
        name: "otter",
        animated: 0,
        nsfw: 0,
      };
      await tx.sql<Emojis>().insertInto("emojis").values(emoji).execute();
    });
    await leave(community.owner);
    const storedEmoji = await server.running.store.read((db) =>
      db.sql<Emojis>().selectFrom("emojis").selectAll().where("id", "=", id).execute(),
    );
    expect(storedEmoji).toMatchObject([{ name: "otter", server_id: null }]);
  });

  test("a deletion concurrent with other calls causes no internal error", async () => {
    await newFixture();
    const { client } = server;
    const responses = await Promise.all([
      client.patch(`/servers/${community.id}`, { name: "Late" }, community.owner),
      client.post(`/servers/${community.id}/channels`, { name: "late" }, community.owner),
      leave(community.owner),
      client.patch(`/servers/${community.id}`, { description: "Late" }, community.owner),
      leave(member),
      client.put(`/servers/${community.id}/ack`, {}, member),
    ]);
    for (const response of responses) expect(outcome(response)).toBeOneOf(["200", "204", "404 NotFound"]);
    expect(outcome(responses[2])).toBe("204");
    expect(outcome(await fetched(community.owner))).toBe("404 NotFound");
  });

  test("leaving twice concurrently succeeds once", async () => {
    await newFixture();
    await using announcements = await recordAnnouncements(server);
    const responses = await Promise.all([leave(member), leave(member), leave(member)]);
    expect(responses.map(outcome).sort()).toEqual(["204", "404 NotFound", "404 NotFound"]);
    expect(announcements.take()).toHaveLength(1);
    expect((await fetched(community.owner)).body.approximate_member_count).toBe(1);
  });
});
