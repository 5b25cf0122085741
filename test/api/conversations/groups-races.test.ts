import { expect, test } from "bun:test";
import { newUser, type Person } from "../../support/accounts/people.ts";
import { readConversations } from "../../support/channels/conversations.ts";
import {
  groupCalls,
  newFriendOf,
  newGroup,
  newGroupFixture,
  summarizeAnnouncements,
} from "../../support/channels/groups.ts";
import { outcome } from "../../support/http/expect-failure.ts";
import { lastMessageOf, readMessages } from "../../support/messages/messages.ts";
import { amount } from "../../support/run/thorough.ts";
import { describeServer } from "../../support/server/describe-server.ts";
import { engines } from "../../support/server/engines.ts";
import { usualConnections } from "../../support/server/server.ts";
import { recordAnnouncements } from "../../support/stream/record-announcements.ts";

const rounds = amount(1, 5);

/** A copy of a group that a client keeps up to date by events. */
class GroupReplica {
  owner = "";
  name = "";
  recipients: string[] = [];
  deleted = false;

  apply(emitted: ReturnType<typeof summarizeAnnouncements>): void {
    for (const [name, , payload] of emitted) {
      const { user, data } = payload as { user: string; data: Partial<GroupReplica> };
      if (name === "ChannelGroupJoin") this.recipients.push(user);
      if (name === "ChannelGroupLeave") this.recipients = this.recipients.filter((id) => id !== user);
      if (name === "ChannelUpdate") Object.assign(this, data);
      if (name === "ChannelDelete") this.deleted = true;
    }
  }
}

describeServer(
  "concurrent changes of groups",
  engines,
  {
    config: { ...usualConnections, limits: { global: { group_size: 6 } } },
  },
  (server) => {
    const newFriends = (person: Person, count: number) =>
      Promise.all(Array.from({ length: count }, () => newFriendOf(server, person)));

    test("twenty additions fill the group to its maximum, and not beyond", async () => {
      const owner = await newUser(server);
      const friends = await newFriends(owner, 20);
      const { _id: id } = await newGroup(server, owner);
      const { add, view } = groupCalls(server, id);
      await using announcements = await recordAnnouncements(server);
      const responses = await Promise.all(friends.map((friend) => add(owner, friend)));
      const outcomes = responses.map(outcome).toSorted();
      expect(outcomes).toEqual([...Array(5).fill("204"), ...Array(15).fill("403 GroupTooLarge")]);
      const { recipients } = (await view(owner)).body;
      const added = friends.filter((_, index) => responses[index]?.status === 204).map((friend) => friend.id);
      expect(recipients.toSorted()).toEqual([owner.id, ...added].toSorted());
      const emitted = summarizeAnnouncements(announcements);
      const joined = emitted.filter(([name]) => name === "ChannelGroupJoin").map(([, , payload]) => payload);
      expect(joined).toEqual(recipients.slice(1).map((user: string) => ({ id, user })));
      // Each new recipient receives the group with all recipients before them.
      const whole = emitted.filter(([name]) => name === "ChannelCreate").map(([, , payload]) => payload);
      expect(whole).toMatchObject(
        recipients
          .slice(1)
          .map((_: string, index: number) => ({ recipients: recipients.slice(0, index + 2) })),
      );
    });

    test("a user who is added many times is a recipient once", async () => {
      const { id, owner, friend } = await newGroupFixture(server);
      const { body: invite } = await groupCalls(server, id).invite(owner);
      const responses = await Promise.all([
        ...Array.from({ length: 5 }, () => groupCalls(server, id).add(owner, friend)),
        ...Array.from({ length: 5 }, () => server.client.post(`/invites/${invite._id}`, {}, friend)),
      ]);
      expect(responses.filter(({ status }) => status < 300)).toHaveLength(1);
      expect(new Set(responses.map(outcome).filter((each) => each.startsWith("4")))).toEqual(
        new Set(["409 AlreadyInGroup"]),
      );
      const { recipients } = (await groupCalls(server, id).view(owner)).body;
      expect(recipients.filter((each: string) => each === friend.id)).toHaveLength(1);
    });

    test("joining and leaving do not undo each other", async () => {
      for (let round = 0; round < rounds; round++) {
        const { group, id, owner, members, friend } = await newGroupFixture(server);
        const { add, edit, leave, view } = groupCalls(server, id);
        const replica = Object.assign(new GroupReplica(), { ...group, recipients: [...group.recipients] });
        await using announcements = await recordAnnouncements(server);
        const responses = await Promise.all([
          add(owner, friend),
          leave(members[0]),
          edit(members[1], { name: `Round ${round}` }),
          leave(members[0]),
        ]);
        expect(responses[0]?.status).toBe(204);
        expect(responses[2]?.status).toBe(200);
        expect([responses[1], responses[3]].map((each) => each && outcome(each)).toSorted()).toEqual([
          "204",
          "403 MissingPermission",
        ]);
        const emitted = summarizeAnnouncements(announcements);
        replica.apply(emitted);
        const now = (await view(owner)).body;
        expect({ name: replica.name, recipients: replica.recipients, owner: replica.owner }).toEqual({
          name: now.name,
          recipients: now.recipients,
          owner: now.owner,
        });
        // The copy that the new recipient received, with the events after it, has the same state.
        const at = emitted.findIndex(([name]) => name === "ChannelCreate");
        const fresh = Object.assign(new GroupReplica(), structuredClone(emitted[at]?.[2]));
        fresh.apply(emitted.slice(at + 1));
        expect({ name: fresh.name, recipients: fresh.recipients }).toEqual({
          name: now.name,
          recipients: now.recipients,
        });
        expect(now.last_message_id).toBe(await lastMessageOf(server, id));
        expect((await readMessages(server, id)).at(-1)?.id).toBe(now.last_message_id);
      }
    });

    test("of two transfers one counts, and the owner stays a recipient", async () => {
      for (let round = 0; round < rounds; round++) {
        const { group, id, owner, members } = await newGroupFixture(server);
        const { edit, view } = groupCalls(server, id);
        const replica = Object.assign(new GroupReplica(), { ...group });
        await using announcements = await recordAnnouncements(server);
        const responses = await Promise.all(members.map((member) => edit(owner, { owner: member.id })));
        expect(responses.map(outcome).toSorted()).toEqual(["200", "403 NotOwner"]);
        replica.apply(summarizeAnnouncements(announcements));
        const now = (await view(owner)).body;
        expect(now.owner).toBe(members[responses[0]?.status === 200 ? 0 : 1].id);
        expect(replica.owner).toBe(now.owner);
      }
    });

    test("a recipient who leaves during the transfer does not own the group", async () => {
      for (let round = 0; round < rounds; round++) {
        const { id, owner, members } = await newGroupFixture(server);
        const { edit, leave, view } = groupCalls(server, id);
        const [given, leaveResponse] = await Promise.all([
          edit(owner, { owner: members[0].id }),
          leave(members[0]),
        ]);
        expect(leaveResponse.status).toBe(204);
        expect(["200", "404 NotInGroup"]).toContain(outcome(given));
        expect((await view(owner)).body).toMatchObject({
          owner: owner.id,
          recipients: [owner.id, members[1].id],
        });
      }
    });

    test("the group is deleted if all leave, and a concurrent addition succeeds or fails as a whole", async () => {
      for (let round = 0; round < rounds; round++) {
        const { group, id, owner, members, friend } = await newGroupFixture(server);
        const { add, leave } = groupCalls(server, id);
        const replica = Object.assign(new GroupReplica(), { ...group, recipients: [...group.recipients] });
        await using announcements = await recordAnnouncements(server);
        const [added, ...leaveResponses] = await Promise.all([
          add(owner, friend),
          ...[owner, ...members].map((person) => leave(person)),
        ]);
        expect(leaveResponses.map(outcome)).toEqual(["204", "204", "204"]);
        expect(["204", "403 MissingPermission", "404 NotFound"]).toContain(outcome(added));
        replica.apply(summarizeAnnouncements(announcements));
        const rows = await readConversations(server, friend);
        expect(rows.map((row) => row.owner_id)).toEqual(added.status === 204 ? [friend.id] : []);
        expect(replica.deleted).toBe(added.status !== 204);
        if (added.status === 204)
          expect(replica).toMatchObject({ owner: friend.id, recipients: [friend.id] });
      }
    });

    test("a group that is deleted leaves no invites", async () => {
      for (let round = 0; round < rounds; round++) {
        const owner = await newUser(server);
        const { _id: id } = await newGroup(server, owner);
        const { invite, leave } = groupCalls(server, id);
        const [made, leaveResponse] = await Promise.all([invite(owner), leave(owner)]);
        expect(leaveResponse.status).toBe(204);
        expect(["200", "404 NotFound"]).toContain(outcome(made));
        if (made.status === 200)
          expect((await server.client.get(`/invites/${made.body._id}`)).status).toBe(404);
      }
    });
  },
);
