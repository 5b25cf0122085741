import { expect, test } from "bun:test";
import { purgeAccount } from "../../../src/domains/accounts/actions/purge-account.ts";
import { addMassMentions, addMentions } from "../../../src/domains/messages/store/sending.ts";
import type { MessagesTables } from "../../../src/domains/messages/tables.ts";
import { findUnreadMentions } from "../../../src/domains/unreads/actions/list-unreads.ts";
import type { UnreadsTables } from "../../../src/domains/unreads/tables.ts";
import { permission } from "../../../src/permissions/bits.ts";
import type { Person } from "../../support/accounts/people.ts";
import { putPermissions } from "../../support/channels/channel-calls.ts";
import { openConversation } from "../../support/channels/conversations.ts";
import { groupCalls, newGroupFixture } from "../../support/channels/groups.ts";
import { insertMessages } from "../../support/messages/reading.ts";
import { sendMessage, unreadMentions } from "../../support/messages/sending.ts";
import { anyEngine } from "../../support/run/thorough.ts";
import { describeServer } from "../../support/server/describe-server.ts";
import { withoutVerifying } from "../../support/server/verify-sharing.ts";
import { type Community, joinCommunity, newCommunity, newMember } from "../../support/servers/communities.ts";
import { addRole } from "../../support/servers/roles.ts";
import { openReadyStream } from "../../support/stream/stream.ts";
import { addMembers, insertUsers } from "../../support/users/bulk-users.ts";

describeServer("unread records", anyEngine, (server) => {
  let community: Community;
  let channel: string;
  let owner: Person;
  let member: Person;

  async function newFixture(): Promise<void> {
    community = await newCommunity(server);
    ({ owner, channel } = community);
    member = await newMember(server, community);
  }
  const unreads = async (by: Person) => (await server.client.get("/sync/unreads", by)).body;
  const read = (by: Person, message: string, where = channel) =>
    server.client.put(`/channels/${where}/ack/${message}`, {}, by);
  const countRows = (table: "mentions" | "mass_mentions" | "channel_unreads") =>
    server.running.store.read(async (db) => {
      const rows = db.sql<MessagesTables & UnreadsTables>().selectFrom(table).select("channel_id").execute();
      return (await rows).filter(({ channel_id }) => channel_id === channel).length;
    });

  test("are listed to their user only, without unset fields, and are deleted with the account", async () => {
    await newFixture();
    expect(await unreads(member)).toEqual([]);
    const own = (await openConversation(server, member, member.id)).body._id;
    const [first, second] = [
      await sendMessage(server, { by: owner, channel }),
      server.running.services.ids.next(),
    ];
    await read(member, first);
    await read(member, second, own);
    await read(owner, first);
    const mention = await sendMessage(server, { by: owner, channel }, `<@${member.id}>`);
    expect(await unreads(member)).toEqual([
      { _id: { channel, user: member.id }, last_id: first, mentions: [mention] },
      { _id: { channel: own, user: member.id }, last_id: second },
    ]);
    expect(await unreads(owner)).toEqual([{ _id: { channel, user: owner.id }, last_id: first }]);

    await server.running.store.write((tx) => purgeAccount(tx, member.id));
    expect([await countRows("channel_unreads"), await countRows("mentions")]).toEqual([1, 0]);
  });

  test("contain mentions by name, in channels and conversations, except by oneself or suppressed ones", async () => {
    await newFixture();
    const other = await newMember(server, community);
    const content = `<@${member.id}> <@${owner.id}>`;
    const first = await sendMessage(server, { by: owner, channel }, content);
    const replyDraft = { content: "Yes.", replies: [{ id: first, mention: true }] };
    const reply = await sendMessage(server, { by: member, channel }, replyDraft);
    await sendMessage(server, { by: owner, channel }, { content, flags: 1 });
    expect(await unreadMentions(server, member)).toEqual({ [channel]: [first] });
    expect(await unreadMentions(server, owner)).toEqual({ [channel]: [reply] });
    expect(await unreads(other)).toEqual([]);

    const group = await newGroupFixture(server);
    const [one, two] = group.members;
    const inGroup = { by: group.owner, channel: group.id };
    await sendMessage(server, inGroup);
    const named = await sendMessage(server, inGroup, `<@${one.id}>`);
    const all = await sendMessage(server, inGroup, "@everyone");
    expect(await unreadMentions(server, one)).toEqual({ [group.id]: [named, all] });
    expect(await unreadMentions(server, two)).toEqual({ [group.id]: [all] });
    for (const person of [group.owner, group.friend]) expect(await unreads(person)).toEqual([]);
  });

  test("contain mentions of everyone, in one row for any number of members", async () => {
    await newFixture();
    const userIds = await insertUsers(server, 300);
    await addMembers(server, community, userIds);
    const everyone = await sendMessage(server, { by: owner, channel }, "@everyone");
    const counts = [await countRows("mentions"), await countRows("mass_mentions")];
    expect([...counts, await countRows("channel_unreads")]).toEqual([0, 1, 0]);
    const sampled = userIds.filter((_, index) => index % 50 === 0);
    const mentions = await server.running.store.read((db) =>
      Promise.all(sampled.map((userId) => findUnreadMentions(db, userId))),
    );
    expect(mentions).toEqual(sampled.map(() => [{ channelId: channel, messageId: everyone }]));
    expect(await unreadMentions(server, member)).toEqual({ [channel]: [everyone] });
    expect(await unreads(owner)).toEqual([]);
  });

  test("contain mentions of a role, for its current members", async () => {
    await newFixture();
    const other = await newMember(server, community);
    const role = await addRole(server, community, { rank: 0, holders: [member] });
    const both = await sendMessage(server, { by: owner, channel }, `<%${role}> <@${member.id}>`);
    expect(await unreadMentions(server, member)).toEqual({ [channel]: [both] });
    expect(await unreads(other)).toEqual([]);
    const path = `/servers/${community.id}/members/${other.id}`;
    await server.client.patch(path, { roles: [role] }, owner);
    expect(await unreadMentions(server, other)).toEqual({ [channel]: [both] });
    await server.client.patch(path, { remove: ["Roles"] }, owner);
    expect(await unreads(other)).toEqual([]);
  });

  test("contain no mentions of everyone from before the member joined or rejoined", async () => {
    await newFixture();
    await sendMessage(server, { by: owner, channel }, "@everyone");
    server.clock.advance(10);
    const joined = await newMember(server, community);
    expect(await unreads(joined)).toEqual([]);
    const mention = await sendMessage(server, { by: owner, channel }, "@everyone");
    expect(await unreadMentions(server, joined)).toEqual({ [channel]: [mention] });
    await server.client.delete(`/servers/${community.id}`, {}, joined);
    expect(await unreads(joined)).toEqual([]);
    await sendMessage(server, { by: owner, channel }, "@everyone");
    server.clock.advance(10);
    await joinCommunity(server, community, joined);
    expect(await unreads(joined)).toEqual([]);
  });

  test("contain no mentions of everyone in a group from before the recipient was added", async () => {
    const group = await newGroupFixture(server);
    const [one] = group.members;
    const inGroup = { by: group.owner, channel: group.id };
    const first = await sendMessage(server, inGroup, "@everyone");
    await groupCalls(server, group.id).add(group.owner, group.friend);
    expect(await unreads(group.friend)).toEqual([]);
    const second = await sendMessage(server, inGroup, `@everyone <@${group.friend.id}>`);
    expect(await unreadMentions(server, group.friend)).toEqual({ [group.id]: [second] });
    expect(await unreadMentions(server, one)).toEqual({ [group.id]: [first, second] });
    await read(one, second, group.id);
    expect(await unreads(one)).toEqual([{ _id: { channel: group.id, user: one.id }, last_id: second }]);
  });

  test.each(["mentions", "mass_mentions"] as const)("contain the newest thousand %s", async (table) => {
    await newFixture();
    server.clock.advance(10);
    const drafts = Array.from({ length: 1_003 }, () => ({ author_id: owner.id, content: "Hello." }));
    const ids = await insertMessages(server, channel, drafts);
    const where = ids.map((message_id) => ({ channel_id: channel, message_id }));
    await server.running.store.write(async (tx) => {
      if (table === "mentions") for (const at of where) await addMentions(tx, at, [member.id]);
      else for (const at of where) await addMassMentions(tx, at, ["everyone"]);
    });
    expect(await unreadMentions(server, member)).toEqual({ [channel]: ids.slice(3) });
  });

  test("omit channels that the user cannot view, and include them once the user can", async () => {
    await newFixture();
    const early = [
      await sendMessage(server, { by: owner, channel }, "@everyone"),
      await sendMessage(server, { by: owner, channel }, `<@${member.id}>`),
    ];
    const hide = (deny: number) =>
      putPermissions(server, { by: owner, channel, of: "default" }, { allow: 0, deny });
    await hide(permission.ViewChannel);
    expect(await unreads(member)).toEqual([]);
    // A mention by name does not reach a member who cannot view the channel.
    await sendMessage(server, { by: owner, channel }, `<@${member.id}>`);
    const hidden = await sendMessage(server, { by: owner, channel }, "@everyone");
    await hide(0);
    expect(await unreadMentions(server, member)).toEqual({ [channel]: [...early, hidden] });
    const { stream, ready } = await openReadyStream(server, member);
    stream.close();
    expect(ready.channel_unreads).toEqual(await unreads(member));
  });

  test("contain a mention of everyone in Ready after an earlier Ready found none", async () => {
    await newFixture();
    const mentionsInReady = async () => {
      const { stream, ready } = await openReadyStream(server, member);
      stream.close();
      return (ready.channel_unreads as { mentions?: string[] }[]).flatMap(({ mentions = [] }) => mentions);
    };
    const remove = (id: string) => server.client.delete(`/channels/${channel}/messages/${id}`, {}, owner);
    await sendMessage(server, { by: owner, channel });
    expect(await mentionsInReady()).toEqual([]);
    const everyone = await sendMessage(server, { by: owner, channel }, "@everyone");
    const later = await sendMessage(server, { by: owner, channel });
    expect(await mentionsInReady()).toEqual([everyone]);
    await remove(later);
    expect(await mentionsInReady()).toEqual([everyone]);
    await remove(everyone);
    expect(await mentionsInReady()).toEqual([]);
  });

  test("take as many queries in many servers as in one", async () => {
    await newFixture();
    const count = async (): Promise<number> => {
      let queryCount = 0;
      await server.running.store.read((db) => {
        const counting = new Proxy(db, {
          get(target, key) {
            if (key === "all" || key === "one" || key === "sql") queryCount += 1;
            return Reflect.get(target, key);
          },
        });
        return findUnreadMentions(counting, member.id);
      });
      return queryCount;
    };
    await sendMessage(server, { by: owner, channel }, "@everyone");
    // What is known of servers comes from memory only where no test compares it.
    const counted = () => withoutVerifying(server.running.services, count);
    await counted();
    const inOne = await counted();
    for (let more = 0; more < 5; more++) {
      const another = await newCommunity(server, owner);
      await joinCommunity(server, another, member);
      const { body } = await server.client.post(`/servers/${another.id}/channels`, { name: "More" }, owner);
      for (const id of [another.channel, body._id])
        await sendMessage(server, { by: owner, channel: id }, "@everyone");
    }
    expect(Object.keys(await unreadMentions(server, member))).toHaveLength(11);
    expect(await counted()).toBe(inOne);
  });
});
