import { expect, test } from "bun:test";
import { bitsetOf } from "../../../src/permissions/bits.ts";
import { newUser } from "../../support/accounts/people.ts";
import { openConversation } from "../../support/channels/conversations.ts";
import {
  groupCalls,
  newFriendOf,
  newGroup,
  newGroupFixture,
  summarizeAnnouncements,
} from "../../support/channels/groups.ts";
import { expectFailure } from "../../support/http/expect-failure.ts";
import { lastMessageOf } from "../../support/messages/messages.ts";
import { anyEngine } from "../../support/run/thorough.ts";
import { describeServer } from "../../support/server/describe-server.ts";
import { newCommunity } from "../../support/servers/communities.ts";
import { recordAnnouncements } from "../../support/stream/record-announcements.ts";
import { changeRelationship, setRelationship } from "../../support/users/relationship-transitions.ts";

const inviteless = { permission: "InviteOthers" };
const notManaging = { permission: "ManageChannel" };

describeServer(
  "recipients of groups",
  anyEngine,
  { config: { limits: { global: { group_size: 4 } } } },
  (server) => {
    test("a new recipient gets the whole group, after the others got the event", async () => {
      const { id, owner, members, friend } = await newGroupFixture(server);
      const { add, view } = groupCalls(server, id);
      await using announcements = await recordAnnouncements(server);
      const { status, body } = await add(owner, friend);
      expect({ status, body }).toEqual({ status: 204, body: undefined });
      const after = (await view(friend)).body;
      expect(after.recipients).toEqual([owner, ...members, friend].map((person) => person.id));
      expect(after.last_message_id).toBe(await lastMessageOf(server, id));
      expect(summarizeAnnouncements(announcements)).toEqual([
        ["ChannelGroupJoin", `channel:${id}`, { id, user: friend.id }],
        ["Message", `channel:${id}`, { type: "user_added", id: friend.id, by: owner.id }],
        ["ChannelCreate", `private:${friend.id}`, after],
      ]);
    });

    test("every recipient may add friends, unless the permissions of the group deny it", async () => {
      const { id, owner, members, stranger } = await newGroupFixture(server);
      const [member] = members;
      const { add, allow } = groupCalls(server, id);
      await setRelationship(server, "Friend/Friend", [member, stranger]);
      await allow(owner, bitsetOf("SendMessage"));
      expectFailure(await add(member, stranger), 403, "MissingPermission", inviteless);
      await allow(owner, bitsetOf("InviteOthers"));
      expect((await add(member, stranger)).status).toBe(204);
    });

    test("adding is refused for these reasons, in this order", async () => {
      const { id, owner, members, friend, stranger } = await newGroupFixture(server);
      const [member] = members;
      const { add } = groupCalls(server, id);
      const community = await newCommunity(server, owner);
      const { body: dm } = await openConversation(server, owner, friend.id);
      const { body: notes } = await openConversation(server, owner, owner.id);
      await using announcements = await recordAnnouncements(server);
      expectFailure(await groupCalls(server, "unknown").add(owner, { id: "unknown" }), 404, "NotFound");
      expectFailure(await add(stranger, { id: "unknown" }), 403, "MissingPermission", inviteless);
      for (const channel of [community.channel, dm._id, notes._id])
        expectFailure(
          await groupCalls(server, channel).add(owner, { id: "unknown" }),
          400,
          "InvalidOperation",
        );
      for (const whom of ["unknown", "@me", "%F0%9F%91%8D", owner.id.toLowerCase()])
        expectFailure(await add(owner, { id: whom }), 404, "NotFound");
      expectFailure(await add(owner, stranger), 403, "NotFriends");
      expectFailure(await add(owner, owner), 409, "AlreadyInGroup");
      // Both are recipients, but not friends.
      expectFailure(await add(member, members[1]), 403, "NotFriends");
      announcements.take();
      expectFailure(await add(owner, member), 409, "AlreadyInGroup");
      expect(summarizeAnnouncements(announcements).map(([name]) => name)).toEqual([]);
      await add(owner, friend);
      announcements.take();
      expectFailure(await add(owner, member), 409, "AlreadyInGroup");
      const late = await newFriendOf(server, owner);
      announcements.take();
      expectFailure(await add(owner, late), 403, "GroupTooLarge", { max: 4 });
      expect(announcements.take()).toEqual([]);
    });

    test("the owner removes a recipient, who gets the event too", async () => {
      const { id, owner, members } = await newGroupFixture(server);
      const [removed, remaining] = members;
      const { remove, view } = groupCalls(server, id);
      await using announcements = await recordAnnouncements(server);
      const { status, body } = await remove(owner, removed);
      expect({ status, body }).toEqual({ status: 204, body: undefined });
      expect(summarizeAnnouncements(announcements)).toEqual([
        ["ChannelGroupLeave", `channel:${id}`, { id, user: removed.id }],
        ["Message", `channel:${id}`, { type: "user_remove", id: removed.id, by: owner.id }],
      ]);
      expect((await view(remaining)).body.recipients).toEqual([owner.id, remaining.id]);
      expectFailure(await view(removed), 403, "MissingPermission", { permission: "ViewChannel" });
      // A recipient who is added again becomes the last one.
      expect((await groupCalls(server, id).add(owner, removed)).status).toBe(204);
      expect((await view(remaining)).body.recipients).toEqual([owner.id, remaining.id, removed.id]);
    });

    test("removing is refused for these reasons, in this order", async () => {
      const { id, owner, members, friend, stranger } = await newGroupFixture(server);
      const [member, other] = members;
      const { remove } = groupCalls(server, id);
      const community = await newCommunity(server, owner);
      const { body: dm } = await openConversation(server, owner, friend.id);
      const { body: notes } = await openConversation(server, owner, owner.id);
      await using announcements = await recordAnnouncements(server);
      expectFailure(await groupCalls(server, "unknown").remove(owner, member), 404, "NotFound");
      for (const channel of [community.channel, dm._id, notes._id])
        for (const by of [owner, stranger])
          expectFailure(
            await groupCalls(server, channel).remove(by, { id: "unknown" }),
            400,
            "InvalidOperation",
          );
      announcements.take();
      for (const whom of [{ id: "unknown" }, other, member])
        expectFailure(await remove(member, whom), 403, "MissingPermission", notManaging);
      expectFailure(await remove(owner, { id: "unknown" }), 404, "NotFound");
      expectFailure(await remove(owner, owner), 400, "CannotRemoveYourself");
      expectFailure(await remove(owner, friend), 404, "NotInGroup");
      expect(announcements.take()).toEqual([]);
    });

    test("recipients are listed in their order, as the viewer may see them", async () => {
      const { id, owner, members, stranger } = await newGroupFixture(server);
      const [member, other] = members;
      const { listMembers } = groupCalls(server, id);
      await changeRelationship(server, "block", [other, member]);
      await server.client.patch("/users/@me", { status: { text: "here" } }, other);
      const { status, body } = await listMembers(member);
      expect(status).toBe(200);
      const listed = body.map(({ _id, relationship, status }: Record<string, unknown>) => ({
        _id,
        relationship,
        status,
      }));
      expect(listed).toEqual([
        { _id: owner.id, relationship: "Friend", status: undefined },
        { _id: member.id, relationship: "User", status: undefined },
        { _id: other.id, relationship: "BlockedOther", status: undefined },
      ]);
      for (const user of body) expect(Object.keys(user)).not.toContain("relations");
      expect((await listMembers(owner)).body[2].status).toEqual({ text: "here" });
      expectFailure(await listMembers(stranger), 403, "MissingPermission", { permission: "ViewChannel" });
    });

    test("only groups list recipients", async () => {
      const { owner, friend } = await newGroupFixture(server);
      const community = await newCommunity(server, owner);
      const { body: dm } = await openConversation(server, owner, friend.id);
      const { body: notes } = await openConversation(server, owner, owner.id);
      for (const channel of [community.channel, dm._id, notes._id])
        expectFailure(await groupCalls(server, channel).listMembers(owner), 400, "InvalidOperation");
      expectFailure(await groupCalls(server, "unknown").listMembers(owner), 404, "NotFound");
      const outside = await groupCalls(server, community.channel).listMembers(friend);
      expectFailure(outside, 403, "MissingPermission", { permission: "ViewChannel" });
    });

    test("recipients may fetch what they have in common, until one is removed", async () => {
      const { id, owner, members, stranger } = await newGroupFixture(server);
      const [member, other] = members;
      const mutual = async (whom: { id: string }) => server.client.get(`/users/${whom.id}/mutual`, member);
      expect((await mutual(other)).body).toEqual({ users: [owner.id], servers: [], channels: [id] });
      expect((await mutual(stranger)).status).toBe(403);
      await groupCalls(server, id).remove(owner, other);
      expect((await mutual(other)).status).toBe(403);
    });

    test("recipients list the group among their other conversations", async () => {
      const { group, owner, friend, stranger } = await newGroupFixture(server);
      const { body: dm } = await openConversation(server, owner, friend.id);
      const second = await newGroup(server, owner, [friend]);
      const list = async (person: typeof owner) => (await server.client.get("/users/dms", person)).body;
      expect(await list(owner)).toEqual([group, dm, second]);
      expect(await list(friend)).toEqual([dm, second]);
      expect(await list(stranger)).toEqual([]);
      expect(await list(await newUser(server))).toEqual([]);
    });
  },
);
