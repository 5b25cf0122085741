import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { topic } from "../../src/protocol/event.ts";
import { readAuditLog } from "../support/audit-log.ts";
import { newCommunity, newMember } from "../support/communities.ts";
import { newFriends, openConversation } from "../support/conversations.ts";
import { engines } from "../support/engines.ts";
import { expectFailure, outcome } from "../support/expect-failure.ts";
import { makeImage } from "../support/make-images.ts";
import { uploadFile } from "../support/multipart.ts";
import { newUser, type Person } from "../support/people.ts";
import { recordAnnouncements } from "../support/record-announcements.ts";
import { changeRelationship } from "../support/relationship-transitions.ts";
import { addRole, setDefaultPermissions } from "../support/roles.ts";
import { openServer, type TestServer } from "../support/server.ts";

for (const engine of engines) {
  describe(`channels on ${engine}`, () => {
    let server: TestServer;
    beforeAll(async () => {
      server = await openServer(engine);
    });
    afterAll(() => server[Symbol.asyncDispose]());

    const fetchAs = ({ token }: Person, id: string) => server.client.get(`/channels/${id}`, { token });
    const remove = ({ token }: Person, id: string, query = "") =>
      server.client.delete(`/channels/${id}${query}`, undefined, { token });
    const missing = (permission: string) => ["MissingPermission", { permission }] as const;

    test("are shown to those who can view them", async () => {
      const place = await newCommunity(server);
      const member = await newMember(server, place);
      const general = {
        channel_type: "TextChannel",
        _id: place.channel,
        server: place.id,
        name: "General",
      };
      for (const person of [place.owner, member]) {
        const { status, body } = await fetchAs(person, place.channel);
        expect({ status, body }).toEqual({ status: 200, body: general });
      }
      expectFailure(await fetchAs(await newUser(server), place.channel), 403, ...missing("ViewChannel"));
      await setDefaultPermissions(server, place, []);
      expectFailure(await fetchAs(member, place.channel), 403, ...missing("ViewChannel"));
      expect((await fetchAs(place.owner, place.channel)).status).toBe(200);
    });

    test("that are conversations are shown to their recipients only", async () => {
      const [one, two] = await newFriends(server);
      const stranger = await newUser(server);
      for (const target of [one.id, two.id]) {
        const { body: opened } = await openConversation(server, one, target);
        expect((await fetchAs(one, opened._id)).body).toEqual(opened);
        expectFailure(await fetchAs(stranger, opened._id), 403, ...missing("ViewChannel"));
      }
    });

    test("that do not exist are not found", async () => {
      const person = await newUser(server);
      const odd = [
        "unknown",
        "01ARZ3NDEKTSV4RRFFQ69G5FAV",
        "x".repeat(10_000),
        "%F0%9F%A6%A6",
        "a%20b",
        "'--",
      ];
      for (const id of odd) {
        expectFailure(await fetchAs(person, id), 404, "NotFound");
        expectFailure(await remove(person, id), 404, "NotFound");
        const edited = await server.client.patch(`/channels/${id}`, { name: "New" }, person);
        expectFailure(edited, 404, "NotFound");
      }
    });

    describe("when deleted", () => {
      test("saved messages stay", async () => {
        const person = await newUser(server);
        const { body: saved } = await openConversation(server, person, person.id);
        await using heard = await recordAnnouncements(server);
        expectFailure(await remove(person, saved._id), 400, "NoEffect");
        expect((await fetchAs(person, saved._id)).body).toEqual(saved);
        expect(heard.take()).toEqual([]);
      });

      test("a direct message is closed for both recipients, once", async () => {
        const [one, two] = await newFriends(server);
        const { body: opened } = await openConversation(server, one, two.id);
        expectFailure(await remove(await newUser(server), opened._id), 403, ...missing("ViewChannel"));
        await using heard = await recordAnnouncements(server);
        expect(await remove(two, opened._id, "?leave_silently=true")).toMatchObject({
          status: 204,
          body: undefined,
        });
        expect(heard.take()).toEqual([
          {
            name: "ChannelUpdate",
            payload: { id: opened._id, data: { active: false }, clear: [] },
            topics: [topic.channel(opened._id)],
          },
        ]);
        expect((await fetchAs(one, opened._id)).body).toEqual({ ...opened, active: false });
        expect((await remove(one, opened._id)).status).toBe(204);
        expect(heard.take()).toEqual([]);
      });

      test("a privileged user who can only view a direct message can close it", async () => {
        const [one, two] = await newFriends(server);
        const { body: opened } = await openConversation(server, one, two.id);
        await changeRelationship(server, "remove", [one, two]);
        expect((await remove(one, opened._id)).status).toBe(204);
        expect((await fetchAs(two, opened._id)).body.active).toBe(false);
      });

      test("a channel of a server is deleted with its icon and invites", async () => {
        const place = await newCommunity(server);
        const { owner } = place;
        const file = await uploadFile(server, owner, { tag: "icons", content: await makeImage("png") });
        await server.client.patch(`/channels/${place.channel}`, { icon: file }, owner);
        expect((await fetch(`${server.url}/autumn/icons/${file}`)).status).toBe(200);
        const invite = await server.client.post(`/channels/${place.channel}/invites`, {}, owner);
        await using heard = await recordAnnouncements(server);

        const headers = { "x-audit-log-reason": "too loud" };
        const gone = await server.client.delete(`/channels/${place.channel}`, {}, { ...owner, headers });
        expect({ status: gone.status, body: gone.body }).toEqual({ status: 204, body: undefined });

        const told = heard.take().filter(({ name }) => name === "ChannelDelete");
        expect(told).toEqual([
          {
            name: "ChannelDelete",
            payload: { id: place.channel },
            topics: [topic.channel(place.channel)],
            changes: [{ kind: "channel gone", channel: place.channel }],
          },
        ]);
        expectFailure(await fetchAs(owner, place.channel), 404, "NotFound");
        expectFailure(await server.client.get(`/invites/${invite.body._id}`), 404, "NotFound");
        expect((await fetch(`${server.url}/autumn/icons/${file}`)).status).toBe(404);
        expect((await server.client.get(`/servers/${place.id}`, owner)).body.channels).toEqual([]);
        expect((await readAuditLog(server, place)).at(-1)).toEqual({
          by: owner.id,
          target: null,
          reason: "too loud",
          action: { type: "ChannelDelete", channel: place.channel, name: "General" },
        });
        expectFailure(await remove(owner, place.channel), 404, "NotFound");
      });

      test("a channel of a server needs ViewChannel first, then ManageChannel", async () => {
        const place = await newCommunity(server);
        const member = await newMember(server, place);
        expectFailure(await remove(member, place.channel), 403, ...missing("ManageChannel"));
        const long = { "x-audit-log-reason": "x".repeat(513) };
        const wordy = await server.client.delete(`/channels/unknown`, {}, { ...member, headers: long });
        expectFailure(wordy, 400, "HeaderTooLarge");
        await setDefaultPermissions(server, place, []);
        expectFailure(await remove(member, place.channel), 403, ...missing("ViewChannel"));
        await addRole(server, place, { rank: 0, allow: ["ViewChannel", "ManageChannel"], holders: [member] });
        expect((await remove(member, place.channel)).status).toBe(204);
      });

      test("one of many concurrent deletions succeeds", async () => {
        const place = await newCommunity(server);
        await using heard = await recordAnnouncements(server);
        const answers = await Promise.all(
          Array.from({ length: 8 }, () => remove(place.owner, place.channel)),
        );
        expect(answers.map(outcome).toSorted()).toEqual(["204", ...Array(7).fill("404 NotFound")]);
        expect(heard.take().filter(({ name }) => name === "ChannelDelete")).toHaveLength(1);
        expect(await readAuditLog(server, place)).toHaveLength(1);
      });
    });
  });
}
