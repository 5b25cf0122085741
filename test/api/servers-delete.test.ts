import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { ServersTables } from "../../src/domains/servers/index.ts";
import { updateMember } from "../../src/domains/servers/store/members.ts";
import { topic } from "../../src/protocol/event.ts";
import { overhear } from "../support/announcements.ts";
import { type Community, joinCommunity, newCommunity, newMember } from "../support/communities.ts";
import { dumpTables } from "../support/dump-tables.ts";
import { engines } from "../support/engines.ts";
import { expectFailure, outcome } from "../support/expect-failure.ts";
import { uploaded } from "../support/multipart.ts";
import { newUser, type Person } from "../support/people.ts";
import { addRole } from "../support/roles-held.ts";
import { runCommand } from "../support/run-command.ts";
import { openServer, type TestServer } from "../support/server.ts";
import { drawPng, storeFile } from "../support/stored-file.ts";

for (const engine of engines) {
  describe(`deleting and leaving servers, on ${engine}`, () => {
    let server: TestServer;
    let place: Community;
    let member: Person;

    beforeAll(async () => {
      server = await openServer(engine);
    });
    afterAll(() => server[Symbol.asyncDispose]());

    async function found(): Promise<void> {
      place = await newCommunity(server);
      member = await newMember(server, place);
    }

    const leave = (by: Person, query = "", id = place.id) =>
      server.client.delete(`/servers/${id}${query}`, {}, by);
    const fetched = (by: Person) => server.client.get(`/servers/${place.id}`, by);

    test("is for members: to others, privileged or not, there is no such server", async () => {
      await found();
      const privileged = await newUser(server);
      await runCommand(server, "users", "promote", privileged.id);
      for (const person of [await newUser(server), privileged])
        expectFailure(await leave(person), 404, "NotFound");
      expectFailure(await leave(member, "", "01ARZ3NDEKTSV4RRFFQ69G5FAV"), 404, "NotFound");
      const unread = await leave(member, "?leave_silently=perhaps");
      expectFailure(unread, 400, "FailedValidation", { error: expect.any(String) });
      expect(outcome(await fetched(member))).toBe("200");
    });

    test("a member leaves, and can come back; a second time there is nothing to leave", async () => {
      await found();
      await using ears = await overhear(server);
      expect(await leave(member)).toMatchObject({ status: 204, body: undefined });
      expect(ears.take()).toEqual([
        {
          name: "ServerMemberLeave",
          topics: [topic.server(place.id)],
          payload: { id: place.id, user: member.id, reason: "Leave" },
          changes: [{ kind: "server left", user: member.id, server: place.id }],
        },
      ]);
      expect(outcome(await fetched(member))).toBe("404 NotFound");
      expect((await fetched(place.owner)).body.approximate_member_count).toBe(1);
      expectFailure(await leave(member), 404, "NotFound");
      await joinCommunity(server, place, member);
      expect((await fetched(member)).body.approximate_member_count).toBe(2);
    });

    test("the server tells of it where it was asked to, unless one leaves silently", async () => {
      await found();
      const body = { system_messages: { user_left: place.channel } };
      await server.client.patch(`/servers/${place.id}`, body, place.owner);
      const quiet = await newMember(server, place);
      await using ears = await overhear(server);
      await leave(quiet, "?leave_silently=true");
      expect(ears.take().map(({ name }) => name)).toEqual(["ServerMemberLeave"]);
      await leave(member, "?leave_silently=false");
      const told = ears.take();
      expect(told.map(({ name }) => name)).toEqual(["ServerMemberLeave", "Message"]);
      expect(told[1]?.payload).toMatchObject({
        channel: place.channel,
        system: { type: "user_left", id: member.id },
      });
    });

    test("who leaves takes the avatar along, and finds the timeout again on coming back", async () => {
      await found();
      const { id: avatar } = await storeFile(server, { tag: "avatars", content: await drawPng(4, 4) });
      const until = server.clock.now() + 60_000;
      const stored = JSON.stringify({
        _id: avatar,
        tag: "avatars",
        filename: "a",
        metadata: { type: "File" },
      });
      const key = { server_id: place.id, user_id: member.id };
      await server.running.store.write((tx) =>
        updateMember(tx, key, { avatar: stored, timeout_until: until, nickname: "Otter" }),
      );
      await leave(member);
      expect((await fetch(`${server.url}/autumn/avatars/${avatar}`)).status).toBe(404);
      await joinCommunity(server, place, member);
      const { body } = await server.client.get(`/servers/${place.id}/members/${member.id}`, member);
      expect(body).toEqual({
        _id: { server: place.id, user: member.id },
        joined_at: expect.any(String),
        timeout: new Date(until).toISOString(),
      });
    });

    test("a timeout that nobody came back to is forgotten when it is over", async () => {
      await found();
      const key = { server_id: place.id, user_id: member.id };
      const timeout_until = server.clock.now() + 60_000;
      await server.running.store.write((tx) => updateMember(tx, key, { timeout_until }));
      await leave(member);
      const pending = () =>
        server.running.store.read((db) =>
          db
            .sql<ServersTables>()
            .selectFrom("pending_timeouts")
            .selectAll()
            .where("server_id", "=", place.id)
            .execute(),
        );
      expect(await pending()).toEqual([{ ...key, timeout_until, can_publish: 1, can_receive: 1 }]);
      server.clock.advance(2 * 3_600_000);
      await server.running.worker.schedulePeriodic();
      await server.running.worker.drain();
      expect(await pending()).toEqual([]);
    });

    test("the owner deletes the server, and all are told", async () => {
      await found();
      await using ears = await overhear(server);
      expect(await leave(place.owner)).toMatchObject({ status: 204, body: undefined });
      expect(ears.take()).toEqual([
        {
          name: "ServerDelete",
          topics: [topic.server(place.id)],
          payload: { id: place.id },
          changes: [{ kind: "server gone", server: place.id }],
        },
      ]);
      for (const person of [place.owner, member]) {
        expect(outcome(await fetched(person))).toBe("404 NotFound");
        expect(outcome(await leave(person))).toBe("404 NotFound");
      }
    });

    test("nothing of a deleted server is left, and nothing else is touched", async () => {
      const owner = await newUser(server);
      member = await newUser(server);
      const everything = async () => ({ ...(await dumpTables(server)), commit_count: [] });
      const before = await everything();
      place = await newCommunity(server, owner);
      await joinCommunity(server, place, member);
      await addRole(server, place, { rank: 0, allow: ["ManageServer"], holders: [member] });
      const { client } = server;
      await client.post(`/servers/${place.id}/channels`, { name: "second" }, owner);
      await client.patch(`/servers/${place.id}`, { name: "Doomed" }, owner);
      await leave(place.owner);
      await server.running.worker.drain();
      expect(await everything()).toEqual(before);
    });

    test("files of the server, its roles, channels and members go with it", async () => {
      await found();
      const { client, running } = server;
      const content = await drawPng(4, 4);
      const ids = {
        icon: await uploaded(server, place.owner, { tag: "icons", content }),
        banner: await uploaded(server, place.owner, { tag: "banners", content }),
      };
      expect(outcome(await client.patch(`/servers/${place.id}`, ids, place.owner))).toBe("200");
      const role = await addRole(server, place, { rank: 0 });
      const [ofRole, ofChannel, ofMember, elsewhere] = [
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
        await channel.where("id", "=", place.channel).execute();
        const key = { server_id: place.id, user_id: member.id };
        await updateMember(tx, key, { avatar: asFile(ofMember) });
      });
      await leave(place.owner);
      const urls = [
        `${server.url}/autumn/icons/${ids.icon}`,
        `${server.url}/autumn/banners/${ids.banner}`,
        ...[ofRole, ofChannel, ofMember, elsewhere].map(({ url }) => url),
      ];
      const statuses = await Promise.all(urls.map(async (url) => (await fetch(url)).status));
      expect(statuses).toEqual([404, 404, 404, 404, 404, 200]);
    });

    test("emoji outlive their server", async () => {
      await found();
      const id = server.running.services.ids.next();
      type Emojis = { emojis: Record<string, string | number | null> };
      await server.running.store.write(async (tx) => {
        const emoji = { id, server_id: place.id, creator_id: member.id, name: "otter", animated: 0, nsfw: 0 };
        await tx.sql<Emojis>().insertInto("emojis").values(emoji).execute();
      });
      await leave(place.owner);
      const kept = await server.running.store.read((db) =>
        db.sql<Emojis>().selectFrom("emojis").selectAll().where("id", "=", id).execute(),
      );
      expect(kept).toMatchObject([{ name: "otter", server_id: null }]);
    });

    test("whatever else happens at that moment, the server is gone and nobody sees a failure of ours", async () => {
      await found();
      const { client } = server;
      const answers = await Promise.all([
        client.patch(`/servers/${place.id}`, { name: "Late" }, place.owner),
        client.post(`/servers/${place.id}/channels`, { name: "late" }, place.owner),
        leave(place.owner),
        client.patch(`/servers/${place.id}`, { description: "Late" }, place.owner),
        leave(member),
        client.put(`/servers/${place.id}/ack`, {}, member),
      ]);
      for (const answer of answers) expect(outcome(answer)).toBeOneOf(["200", "204", "404 NotFound"]);
      expect(outcome(answers[2])).toBe("204");
      expect(outcome(await fetched(place.owner))).toBe("404 NotFound");
    });

    test("leaving twice at the same moment is leaving once", async () => {
      await found();
      await using ears = await overhear(server);
      const answers = await Promise.all([leave(member), leave(member), leave(member)]);
      expect(answers.map(outcome).sort()).toEqual(["204", "404 NotFound", "404 NotFound"]);
      expect(ears.take()).toHaveLength(1);
      expect((await fetched(place.owner)).body.approximate_member_count).toBe(1);
    });
  });
}
