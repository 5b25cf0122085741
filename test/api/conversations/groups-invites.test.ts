import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { bitsetOf } from "../../../src/permissions/bits.ts";
import { newUser, type Person } from "../../support/accounts/people.ts";
import { openConversation } from "../../support/channels/conversations.ts";
import {
  groupCalls,
  newFriendOf,
  newGroup,
  newGroupFixture,
  summarizeAnnouncements,
} from "../../support/channels/groups.ts";
import { expectFailure } from "../../support/http/expect-failure.ts";
import { anyEngine } from "../../support/run/thorough.ts";
import { openServer, type TestServer } from "../../support/server/server.ts";
import { newCommunity } from "../../support/servers/communities.ts";
import { recordAnnouncements } from "../../support/stream/record-announcements.ts";

const code = expect.stringMatching(/^[0-9A-HJKMNP-TV-Za-hjkmnp-tv-z]{8}$/);

for (const engine of anyEngine) {
  describe(`invites to groups on ${engine}`, () => {
    let server: TestServer;
    beforeAll(async () => {
      const limits = { global: { group_size: 4 }, new_user: { servers: 0 } };
      server = await openServer(engine, { config: { limits } });
    });
    afterAll(() => server[Symbol.asyncDispose]());

    const join = (code: string, by: Person) => server.client.post(`/invites/${code}`, {}, by);

    test("are created by recipients who may invite, and show the group", async () => {
      const { id, owner, members } = await newGroupFixture(server);
      const [member] = members;
      const { edit, invite } = groupCalls(server, id);
      await edit(owner, { description: "Talk" });
      await using announcements = await recordAnnouncements(server);
      const { status, body } = await invite(member);
      expect({ status, body }).toEqual({
        status: 200,
        body: { type: "Group", _id: code, creator: member.id, channel: id },
      });
      expect(announcements.take()).toEqual([]);
      const publicView = {
        type: "Group",
        code: body._id,
        channel_id: id,
        channel_name: "Us",
        channel_description: "Talk",
        user_name: "Somebody",
      };
      expect((await server.client.get(`/invites/${body._id}`)).body).toEqual(publicView);
      await edit(owner, { remove: ["Description"] });
      const { channel_description: _, ...bare } = publicView;
      expect((await server.client.get(`/invites/${body._id}`)).body).toEqual(bare);
    });

    test("are refused to others, and for direct messages", async () => {
      const { id, owner, members, friend, stranger } = await newGroupFixture(server);
      const { allow, invite } = groupCalls(server, id);
      const inviteless = { permission: "InviteOthers" };
      expectFailure(await invite(stranger), 403, "MissingPermission", inviteless);
      await allow(owner, bitsetOf("SendMessage"));
      expectFailure(await invite(members[0]), 403, "MissingPermission", inviteless);
      expect((await invite(owner)).status).toBe(200);
      for (const other of [friend, owner]) {
        const { body } = await openConversation(server, owner, other.id);
        expectFailure(await groupCalls(server, body._id).invite(owner), 400, "InvalidOperation");
      }
    });

    test("let strangers in, as if their creator had added them", async () => {
      const { id, owner, members, stranger } = await newGroupFixture(server);
      const [member] = members;
      const { body: invite } = await groupCalls(server, id).invite(member);
      await using announcements = await recordAnnouncements(server);
      const { status, body } = await join(invite._id, stranger);
      const emitted = summarizeAnnouncements(announcements);
      expect(status).toBe(200);
      const people = [owner, ...members, stranger].map((person) => person.id);
      const channel = (await groupCalls(server, id).view(stranger)).body;
      expect(channel.recipients).toEqual(people);
      expect(body).toEqual({ type: "Group", channel, users: expect.anything() });
      expect(body.users.map(({ _id }: { _id: string }) => _id)).toEqual(people);
      expect(body.users[3]).toMatchObject({ relationship: "User" });
      for (const user of body.users) expect(Object.keys(user)).not.toContain("relations");
      expect(emitted).toEqual([
        ["ChannelGroupJoin", `channel:${id}`, { id, user: stranger.id }],
        ["Message", `channel:${id}`, { type: "user_added", id: stranger.id, by: member.id }],
        ["ChannelCreate", `private:${stranger.id}`, channel],
      ]);
    });

    test("joining is refused for these reasons, in this order", async () => {
      const { id, owner, members, friend, stranger } = await newGroupFixture(server);
      const { add, invite, leave } = groupCalls(server, id);
      const founder = await newUser(server);
      await newCommunity(server, founder);
      const { body } = await invite(members[0]);
      await add(owner, friend);
      await using announcements = await recordAnnouncements(server);
      for (const code of [body._id, "unknown"])
        expectFailure(await join(code, founder), 400, "TooManyServers", { max: 0 });
      expectFailure(await join("unknown", stranger), 404, "NotFound");
      for (const member of [owner, members[0], friend])
        expectFailure(await join(body._id, member), 409, "AlreadyInGroup");
      expectFailure(await join(body._id, stranger), 403, "GroupTooLarge", { max: 4 });
      expect(announcements.take()).toEqual([]);
      // The group has space again, and the invite still exists.
      await leave(friend);
      expect((await join(body._id, stranger)).status).toBe(200);
    });

    test("keep working when their creator leaves, who can come back by them", async () => {
      const { id, owner, members, stranger } = await newGroupFixture(server);
      const [leaver] = members;
      const { invite, leave, view } = groupCalls(server, id);
      const codes = [(await invite(leaver)).body._id, (await invite(owner)).body._id];
      for (const person of [leaver, owner]) expect((await leave(person)).status).toBe(204);
      expect((await view(members[1])).body.owner).toBe(members[1].id);
      for (const code of codes) expect((await server.client.get(`/invites/${code}`)).status).toBe(200);
      expect((await join(codes[0], stranger)).status).toBe(200);
      expect((await join(codes[0], leaver)).status).toBe(200);
      expect((await join(codes[1], owner)).status).toBe(200);
    });

    test("keep working when a recipient is removed, but not for them: they need a new one", async () => {
      const { id, owner, members, stranger } = await newGroupFixture(server);
      const [member, removed] = members;
      const { invite, remove, leave } = groupCalls(server, id);
      const codes: string[] = [];
      for (const by of [owner, member, removed]) codes.push((await invite(by)).body._id);
      expect((await remove(owner, removed)).status).toBe(204);
      for (const code of codes) expectFailure(await join(code, removed), 404, "NotFound");
      expectFailure(await invite(removed), 403, "MissingPermission", { permission: "InviteOthers" });
      for (const code of codes) {
        expect((await server.client.get(`/invites/${code}`)).status).toBe(200);
        expect((await join(code, stranger)).status).toBe(200);
        expect((await leave(stranger)).status).toBe(204);
      }
      // Removed again, nothing is stored twice.
      expect((await join((await invite(member)).body._id, removed)).status).toBe(200);
      expect((await remove(owner, removed)).status).toBe(204);
      for (const code of codes) expectFailure(await join(code, removed), 404, "NotFound");
    });

    test("are of no use to a removed recipient, whatever number of uses they have", async () => {
      const { id, owner, members } = await newGroupFixture(server);
      const path = `/channels/${id}/invites` as const;
      const { body } = await server.client.post(path, { max_uses: 1 }, owner);
      await groupCalls(server, id).remove(owner, members[1]);
      expectFailure(await join(body._id, members[1]), 404, "NotFound");
      expect((await join(body._id, await newUser(server))).status).toBe(200);
    });

    test("can be deleted by the group's owner", async () => {
      const { id, owner, members } = await newGroupFixture(server);
      const { body } = await groupCalls(server, id).invite(members[0]);
      await using announcements = await recordAnnouncements(server);
      expect((await server.client.delete(`/invites/${body._id}`, {}, owner)).status).toBe(204);
      expectFailure(await server.client.get(`/invites/${body._id}`), 404, "NotFound");
      expect(announcements.take()).toEqual([]);
    });

    test("can be deleted by their creator, and by no other recipient", async () => {
      const { id, members, stranger } = await newGroupFixture(server);
      const { body } = await groupCalls(server, id).invite(members[0]);
      const remove = (by: Person) => server.client.delete(`/invites/${body._id}`, {}, by);
      for (const other of [members[1], stranger])
        expectFailure(await remove(other), 403, "MissingPermission", { permission: "ManageServer" });
      await using announcements = await recordAnnouncements(server);
      expect((await remove(members[0])).status).toBe(204);
      expectFailure(await remove(members[0]), 404, "NotFound");
      expectFailure(await server.client.get(`/invites/${body._id}`), 404, "NotFound");
      expectFailure(await join(body._id, stranger), 404, "NotFound");
      expect(announcements.take()).toEqual([]);
    });

    test("to one group do not lead to another", async () => {
      const owner = await newUser(server);
      const friend = await newFriendOf(server, owner);
      const [one, other] = [await newGroup(server, owner), await newGroup(server, owner)];
      const { body } = await groupCalls(server, one._id).invite(owner);
      await groupCalls(server, other._id).leave(owner);
      expect((await join(body._id, friend)).body.channel._id).toBe(one._id);
    });
  });
}
