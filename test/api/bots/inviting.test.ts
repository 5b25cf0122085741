import { expect, test } from "bun:test";
import { putBan } from "../../../src/domains/servers/store/bans.ts";
import { permission } from "../../../src/permissions/bits.ts";
import { topic } from "../../../src/visibility/announcement.ts";
import { newUser } from "../../support/accounts/people.ts";
import { type Bot, newBot } from "../../support/bots/bots.ts";
import { openConversation } from "../../support/channels/conversations.ts";
import {
  groupCalls,
  newGroup,
  newGroupFixture,
  summarizeAnnouncements,
} from "../../support/channels/groups.ts";
import { expectFailure, outcome } from "../../support/http/expect-failure.ts";
import { anyEngine } from "../../support/run/thorough.ts";
import { describeServer } from "../../support/server/describe-server.ts";
import { openServer } from "../../support/server/server.ts";
import { newCommunity, newMember } from "../../support/servers/communities.ts";
import { recordAnnouncements } from "../../support/stream/record-announcements.ts";
import { openReadyStream } from "../../support/stream/stream.ts";

describeServer("inviting bots", anyEngine, (server, engine) => {
  const invite = ({ id }: Pick<Bot, "id">, to: object, by: object) =>
    server.client.post(`/bots/${id}/invite`, to, by);
  const hide = (bot: Bot) => server.client.patch(`/bots/${bot.id}`, { public: false }, bot.owner);

  test("to a server makes it a member, and emits the member to the others and the server to the bot", async () => {
    const bot = await newBot(server);
    const community = await newCommunity(server);
    const { owner, id } = community;
    const greeting = { system_messages: { user_joined: community.channel } };
    await server.client.patch(`/servers/${id}`, greeting, owner);
    const hidden = await server.client.post(`/servers/${id}/channels`, { name: "Hidden" }, owner);
    const permissions = { allow: 0, deny: permission.ViewChannel };
    const path = `/channels/${hidden.body._id}/permissions/default`;
    await server.client.put(path, { permissions }, owner);
    await using members = (await openReadyStream(server, owner)).stream;
    await using own = (await openReadyStream(server, bot)).stream;
    await using announcements = await recordAnnouncements(server);

    const { status, body } = await invite(bot, { server: id }, owner);
    expect({ status, body }).toEqual({ status: 204, body: undefined });
    const { body: viewedServer } = await server.client.get(`/servers/${id}`, { bot: bot.token });
    expect(viewedServer.channels).toEqual([community.channel, hidden.body._id]);
    const emitted = announcements.take();
    expect(emitted.map(({ name, topics }) => [name, ...topics])).toEqual([
      ["ServerMemberJoin", topic.server(id)],
      ["ServerCreate", topic.private(bot.id)],
      ["Message", topic.channel(community.channel)],
    ]);
    const member = { _id: { server: id, user: bot.id }, joined_at: expect.any(String) };
    const joined = { type: "ServerMemberJoin", id, user: bot.id, member };
    const message = {
      type: "Message",
      channel: community.channel,
      system: { type: "user_joined", id: bot.id },
    };
    expect(await members.takeNew()).toMatchObject([joined, message]);
    expect(await own.takeNew()).toMatchObject([
      {
        type: "ServerCreate",
        id,
        server: viewedServer,
        channels: [{ _id: community.channel }],
        emojis: [],
      },
      message,
    ]);
  });

  test("to a server checks caller, bot, consent, server, permission and membership in this order", async () => {
    const bot = await newBot(server);
    const community = await newCommunity(server);
    const member = await newMember(server, community);
    const to = { server: community.id };
    await using announcements = await recordAnnouncements(server);
    expect(outcome(await invite({ id: "unknown" }, {}, member))).toBe("400 FailedValidation");
    expectFailure(await invite({ id: "unknown" }, to, { bot: bot.token }), 400, "IsBot");
    expectFailure(await invite({ id: "unknown" }, { server: "unknown" }, member), 404, "NotFound");
    expectFailure(await invite({ id: member.id }, to, community.owner), 404, "NotFound");
    expectFailure(await invite(bot, { server: "unknown" }, member), 404, "NotFound");
    const missing = { permission: "ManageServer" };
    for (const by of [member, await newUser(server)])
      expectFailure(await invite(bot, to, by), 403, "MissingPermission", missing);
    await hide(bot);
    expectFailure(await invite(bot, { server: "unknown" }, community.owner), 403, "BotIsPrivate");
    expect(announcements.take()).toEqual([]);

    const own = await newCommunity(server, bot.owner);
    expect(outcome(await invite(bot, { server: own.id }, bot.owner))).toBe("204");
    expectFailure(await invite(bot, { server: own.id }, bot.owner), 409, "AlreadyInServer");
    const ban = { server_id: own.id, user_id: bot.id, reason: null };
    await server.running.store.write((tx) => putBan(tx, ban));
    expectFailure(await invite(bot, { server: own.id }, bot.owner), 403, "Banned");
  });

  test("is allowed with ManageServer, and bots have no limit of servers", async () => {
    await using small = await openServer(engine, { config: { limits: { new_user: { servers: 1 } } } });
    const bot = await newBot(small);
    for (let count = 0; count < 3; count++) {
      const community = await newCommunity(small);
      const deputy = await newMember(small, community);
      const { body: role } = await small.client.post(
        `/servers/${community.id}/roles`,
        { name: "Deputy" },
        community.owner,
      );
      const permissions = { allow: permission.ManageServer, deny: 0 };
      await small.client.put(
        `/servers/${community.id}/permissions/${role.id}`,
        { permissions },
        community.owner,
      );
      const roles = { roles: [role.id] };
      await small.client.patch(`/servers/${community.id}/members/${deputy.id}`, roles, community.owner);
      const to = { server: community.id };
      expect(outcome(await small.client.post(`/bots/${bot.id}/invite`, to, deputy))).toBe("204");
    }
  });

  test("many times at once succeeds once", async () => {
    const bot = await newBot(server);
    const community = await newCommunity(server);
    const { _id: group } = await newGroup(server, community.owner);
    await using announcements = await recordAnnouncements(server);
    const many = async (to: object) =>
      (await Promise.all(Array.from({ length: 10 }, () => invite(bot, to, community.owner))))
        .map(outcome)
        .toSorted();
    expect(await many({ server: community.id })).toEqual(["204", ...Array(9).fill("409 AlreadyInServer")]);
    expect(announcements.take().map(({ name }) => name)).toEqual(["ServerMemberJoin", "ServerCreate"]);
    expect(await many({ group })).toEqual(["204", ...Array(9).fill("409 AlreadyInGroup")]);
    expect(announcements.take().map(({ name }) => name)).toEqual([
      "ChannelGroupJoin",
      "Message",
      "ChannelCreate",
    ]);
  });

  test("while it is deleted succeeds or fails with NotFound", async () => {
    for (let round = 0; round < 5; round++) {
      const bot = await newBot(server);
      const community = await newCommunity(server, bot.owner);
      const [invited] = await Promise.all([
        invite(bot, { server: community.id }, community.owner),
        server.client.delete(`/bots/${bot.id}`, {}, bot.owner),
      ]);
      const member = await server.client.get(`/servers/${community.id}/members/${bot.id}`, community.owner);
      expect(outcome(invited)).toBe(member.status === 200 ? "204" : "404 NotFound");
    }
  });

  test("to a group adds it, with a system message that names the inviter", async () => {
    const bot = await newBot(server);
    const { id, members } = await newGroupFixture(server);
    const [by, other] = members;
    await using theirs = (await openReadyStream(server, other)).stream;
    await using own = (await openReadyStream(server, bot)).stream;
    await using announcements = await recordAnnouncements(server);
    // The server wins if both are given.
    expectFailure(await invite(bot, { server: "unknown", group: id }, by), 404, "NotFound");
    expect(outcome(await invite(bot, { server: null, group: id }, by))).toBe("204");
    const { body: group } = await groupCalls(server, id).view(by);
    expect(group.recipients.at(-1)).toBe(bot.id);
    const added = { type: "user_added", id: bot.id, by: by.id };
    const { last_message_id: _, ...opened } = group;
    expect(summarizeAnnouncements(announcements)).toEqual([
      ["ChannelGroupJoin", topic.channel(id), { id, user: bot.id }],
      ["Message", topic.channel(id), added],
      ["ChannelCreate", topic.private(bot.id), expect.objectContaining(opened)],
    ]);
    expect(await theirs.takeNew()).toMatchObject([
      { type: "ChannelGroupJoin" },
      { type: "Message", system: added },
    ]);
    expect(await own.takeNew()).toMatchObject([{ type: "ChannelCreate", _id: id }]);
    const sent = await server.client.post(
      `/channels/${id}/messages`,
      { content: "Beep" },
      { bot: bot.token },
    );
    expect(sent.status).toBe(200);
  });

  test("to a group needs InviteOthers, and a group that is neither full nor contains the bot", async () => {
    await using small = await openServer(engine, { config: { limits: { global: { group_size: 4 } } } });
    const [bot, more] = [await newBot(small), await newBot(small)];
    const { id, owner, stranger, friend } = await newGroupFixture(small);
    const into = (group: string, by: object = owner, { id: which }: Bot = bot) =>
      small.client.post(`/bots/${which}/invite`, { group }, by);
    expectFailure(await into("unknown"), 404, "NotFound");
    const missing = { permission: "InviteOthers" };
    expectFailure(await into(id, stranger), 403, "MissingPermission", missing);
    expect(outcome(await into(id))).toBe("204");
    expectFailure(await into(id), 409, "AlreadyInGroup");
    expectFailure(await into(id, owner, more), 403, "GroupTooLarge", { max: 4 });
    const { body: dm } = await openConversation(small, owner, friend.id);
    const { body: notes } = await openConversation(small, owner, owner.id);
    const community = await newCommunity(small, owner);
    for (const channel of [dm._id, notes._id, community.channel])
      expectFailure(await into(channel), 400, "InvalidOperation");
  });
});
