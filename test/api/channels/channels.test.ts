import { describe, expect, test } from "bun:test";
import { topic } from "../../../src/visibility/announcement.ts";
import { newUser, type Person } from "../../support/accounts/people.ts";
import { newFriends, openConversation } from "../../support/channels/conversations.ts";
import { makeImage } from "../../support/files/make-images.ts";
import { expectFailure, outcome } from "../../support/http/expect-failure.ts";
import { uploadFile } from "../../support/http/multipart.ts";
import { readAuditLog } from "../../support/operators/audit-log.ts";
import { anyEngine } from "../../support/run/thorough.ts";
import { describeServer } from "../../support/server/describe-server.ts";
import { newCommunity, newMember } from "../../support/servers/communities.ts";
import { addRole, setDefaultPermissions } from "../../support/servers/roles.ts";
import { recordAnnouncements } from "../../support/stream/record-announcements.ts";
import { changeRelationship } from "../../support/users/relationship-transitions.ts";

describeServer("channels", anyEngine, (server) => {
  const fetchAs = ({ token }: Person, id: string) => server.client.get(`/channels/${id}`, { token });
  const remove = ({ token }: Person, id: string, query = "") =>
    server.client.delete(`/channels/${id}${query}`, undefined, { token });
  const missing = (permission: string) => ["MissingPermission", { permission }] as const;

  test("can be fetched by users who can view them", async () => {
    const community = await newCommunity(server);
    const member = await newMember(server, community);
    const general = {
      channel_type: "TextChannel",
      _id: community.channel,
      server: community.id,
      name: "General",
    };
    for (const person of [community.owner, member]) {
      const { status, body } = await fetchAs(person, community.channel);
      expect({ status, body }).toEqual({ status: 200, body: general });
    }
    expectFailure(await fetchAs(await newUser(server), community.channel), 403, ...missing("ViewChannel"));
    await setDefaultPermissions(server, community, []);
    expectFailure(await fetchAs(member, community.channel), 403, ...missing("ViewChannel"));
    expect((await fetchAs(community.owner, community.channel)).status).toBe(200);
  });

  test("that are conversations can be fetched by their recipients only", async () => {
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
    const odd = ["unknown", "01ARZ3NDEKTSV4RRFFQ69G5FAV", "x".repeat(10_000), "%F0%9F%A6%A6", "a%20b", "'--"];
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
      await using announcements = await recordAnnouncements(server);
      expectFailure(await remove(person, saved._id), 400, "NoEffect");
      expect((await fetchAs(person, saved._id)).body).toEqual(saved);
      expect(announcements.take()).toEqual([]);
    });

    test("a direct message is closed for both recipients, once", async () => {
      const [one, two] = await newFriends(server);
      const { body: opened } = await openConversation(server, one, two.id);
      expectFailure(await remove(await newUser(server), opened._id), 403, ...missing("ViewChannel"));
      await using announcements = await recordAnnouncements(server);
      expect(await remove(two, opened._id, "?leave_silently=true")).toMatchObject({
        status: 204,
        body: undefined,
      });
      expect(announcements.take()).toEqual([
        {
          name: "ChannelUpdate",
          payload: { id: opened._id, data: { active: false }, clear: [] },
          topics: [topic.channel(opened._id)],
        },
      ]);
      expect((await fetchAs(one, opened._id)).body).toEqual({ ...opened, active: false });
      expect((await remove(one, opened._id)).status).toBe(204);
      expect(announcements.take()).toEqual([]);
    });

    test("an operator who can only view a direct message can close it", async () => {
      const [one, two] = await newFriends(server);
      const { body: opened } = await openConversation(server, one, two.id);
      await changeRelationship(server, "remove", [one, two]);
      expect((await remove(one, opened._id)).status).toBe(204);
      expect((await fetchAs(two, opened._id)).body.active).toBe(false);
    });

    test("a channel of a server is deleted with its icon and invites", async () => {
      const community = await newCommunity(server);
      const { owner } = community;
      const file = await uploadFile(server, owner, { tag: "icons", content: await makeImage("png") });
      await server.client.patch(`/channels/${community.channel}`, { icon: file }, owner);
      expect((await fetch(`${server.url}/autumn/icons/${file}`)).status).toBe(200);
      const invite = await server.client.post(`/channels/${community.channel}/invites`, {}, owner);
      await using announcements = await recordAnnouncements(server);

      const headers = { "x-audit-log-reason": "too loud" };
      const response = await server.client.delete(
        `/channels/${community.channel}`,
        {},
        { ...owner, headers },
      );
      expect({ status: response.status, body: response.body }).toEqual({ status: 204, body: undefined });

      const deletions = announcements.take().filter(({ name }) => name === "ChannelDelete");
      expect(deletions).toEqual([
        {
          name: "ChannelDelete",
          payload: { id: community.channel },
          topics: [topic.channel(community.channel)],
          changes: [{ kind: "channel gone", channel: community.channel }],
        },
      ]);
      expectFailure(await fetchAs(owner, community.channel), 404, "NotFound");
      expectFailure(await server.client.get(`/invites/${invite.body._id}`), 404, "NotFound");
      expect((await fetch(`${server.url}/autumn/icons/${file}`)).status).toBe(404);
      expect((await server.client.get(`/servers/${community.id}`, owner)).body.channels).toEqual([]);
      expect((await readAuditLog(server, community)).at(-1)).toEqual({
        by: owner.id,
        target: null,
        reason: "too loud",
        action: { type: "ChannelDelete", channel: community.channel, name: "General" },
      });
      expectFailure(await remove(owner, community.channel), 404, "NotFound");
    });

    test("a channel of a server needs ViewChannel first, then ManageChannel", async () => {
      const community = await newCommunity(server);
      const member = await newMember(server, community);
      expectFailure(await remove(member, community.channel), 403, ...missing("ManageChannel"));
      const long = { "x-audit-log-reason": "x".repeat(513) };
      const wordy = await server.client.delete(`/channels/unknown`, {}, { ...member, headers: long });
      expectFailure(wordy, 400, "HeaderTooLarge");
      await setDefaultPermissions(server, community, []);
      expectFailure(await remove(member, community.channel), 403, ...missing("ViewChannel"));
      await addRole(server, community, {
        rank: 0,
        allow: ["ViewChannel", "ManageChannel"],
        holders: [member],
      });
      expect((await remove(member, community.channel)).status).toBe(204);
    });

    test("one of many concurrent deletions succeeds", async () => {
      const community = await newCommunity(server);
      await using announcements = await recordAnnouncements(server);
      const responses = await Promise.all(
        Array.from({ length: 8 }, () => remove(community.owner, community.channel)),
      );
      expect(responses.map(outcome).toSorted()).toEqual(["204", ...Array(7).fill("404 NotFound")]);
      expect(announcements.take().filter(({ name }) => name === "ChannelDelete")).toHaveLength(1);
      expect(await readAuditLog(server, community)).toHaveLength(1);
    });
  });
});
