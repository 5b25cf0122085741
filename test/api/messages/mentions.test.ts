import { beforeAll, expect, test } from "bun:test";
import { updateServer } from "../../../src/domains/members/index.ts";
import { newUser, type Person } from "../../support/accounts/people.ts";
import { inviteBot, newBot } from "../../support/bots/bots.ts";
import { newFriends, openConversation } from "../../support/channels/conversations.ts";
import { expectFailure, outcome } from "../../support/http/expect-failure.ts";
import { mentionsOf, newRoom, postMessage, type Room, sendMessage } from "../../support/messages/sending.ts";
import { describeServer } from "../../support/server/describe-server.ts";
import { engines } from "../../support/server/engines.ts";
import { hours } from "../../support/server/test-clock.ts";
import { newMember } from "../../support/servers/communities.ts";
import { addRole } from "../../support/servers/roles.ts";

const at = ({ id }: { id: string }) => `<@${id}>`;
const unknownId = "01ARZ3NDEKTSV4RRFFQ69G5FAV";

describeServer("mentions,", engines, (server) => {
  let community: Room;
  let other: Person;
  beforeAll(async () => {
    community = await newRoom(server);
    other = await newMember(server, community);
  });

  const post = (content: string, draft: object = {}, by = community.member) =>
    postMessage(server, { by, channel: community.channel }, { content, ...draft });
  /** Posts a message, and returns the mentions that it shows and those that are stored as unread. */
  async function postMentions(content: string, draft: object = {}, by = community.member) {
    const { status, body } = await post(content, draft, by);
    expect({ status, body }).toMatchObject({ status: 200 });
    return { mentions: body.mentions, stored: await mentionsOf(server, body._id) };
  }

  test("count for members who can view the channel, and are dropped for others", async () => {
    const [stranger, excluded] = [await newUser(server), await newMember(server, community)];
    const role = await addRole(server, community, { rank: 0, holders: [excluded] });
    const permissions = { allow: 0, deny: 2 ** 20 };
    await server.client.put(
      `/channels/${community.channel}/permissions/${role}`,
      { permissions },
      community.owner,
    );
    const mentionedUsers = [
      other,
      stranger,
      excluded,
      community.owner,
      { id: unknownId },
      { id: "0".repeat(26) },
      other,
    ];
    expect(await postMentions(mentionedUsers.map(at).join(" "))).toEqual({
      mentions: [other.id, community.owner.id],
      stored: [other.id, community.owner.id].sort(),
    });
  });

  test("of the author count, but are not stored as unread", async () => {
    expect(await postMentions(at(community.member))).toEqual({
      mentions: [community.member.id],
      stored: [],
    });
  });

  test("in code, after a backslash or misspelt do not count", async () => {
    const id = other.id;
    for (const text of [`\`<@${id}>\``, `\\<@${id}>`, `<@${id.toLowerCase()}>`, `<@!${id}>`, `@${id}`])
      expect(await postMentions(text)).toEqual({ mentions: undefined, stored: [] });
  });

  test("come with a reply that sets the option", async () => {
    const id = await sendMessage(server, { by: other, channel: community.channel }, { content: "Question?" });
    const own = await sendMessage(
      server,
      { by: community.member, channel: community.channel },
      { content: "Mine." },
    );
    const silent = { replies: [{ id, mention: false }] };
    expect(await postMentions("Answer.", silent)).toEqual({ mentions: undefined, stored: [] });
    const loud = [id, own].map((id) => ({ id, mention: true }));
    expect(await postMentions(at(community.owner), { replies: loud })).toEqual({
      mentions: [community.owner.id, other.id, community.member.id],
      stored: [community.owner.id, other.id].sort(),
    });
  });

  test("do not come with replies to system messages", async () => {
    const fixture = await newRoom(server);
    const kinds = { user_joined: fixture.channel };
    await server.client.patch(`/servers/${fixture.id}`, { system_messages: kinds }, fixture.owner);
    const { body: invite } = await server.client.post(
      `/channels/${fixture.channel}/invites`,
      {},
      fixture.owner,
    );
    await server.client.post(`/invites/${invite._id}`, {}, await newUser(server));
    const { body: channel } = await server.client.get(`/channels/${fixture.channel}`, fixture.owner);
    const replies = [{ id: channel.last_message_id, mention: true }];
    const { body } = await postMessage(
      server,
      { by: fixture.owner, channel: fixture.channel },
      { content: "Hi!", replies },
    );
    expect({ replies: body.replies, mentions: body.mentions }).toEqual({
      replies: [channel.last_message_id],
      mentions: undefined,
    });
  });

  test("are not stored for a message that suppresses notifications", async () => {
    const draft = { flags: 1 };
    expect(await postMentions(at(other), draft)).toEqual({ mentions: [other.id], stored: [] });
    await community.setPermissions(["MentionEveryone"]);
    const { body } = await post("@everyone", draft);
    expect({ flags: body.flags, stored: await mentionsOf(server, body._id) }).toEqual({
      flags: 2 | 4,
      stored: [],
    });
    await community.setPermissions([]);
  });

  test.each([["@everyone"], ["x@everyonex"], ["@online"], ["`@online` @everyone"]])(
    "of everyone need a permission: %s",
    async (text) => {
      expectFailure(await post(text), 403, "MissingPermission", { permission: "MentionEveryone" });
    },
  );

  test("of everyone set a flag, and are stored", async () => {
    await community.setPermissions(["MentionEveryone"]);
    const responses = [];
    for (const text of ["@everyone", "@online", "@everyone @online", "`@everyone`"])
      responses.push((await post(text)).body);
    expect(responses.map(({ flags }) => flags)).toEqual([4, 8, 12, undefined]);
    expect(await Promise.all(responses.map(({ _id }) => mentionsOf(server, _id)))).toEqual([
      ["everyone"],
      [],
      ["everyone"],
      [],
    ]);
    await community.setPermissions([]);
  });

  test("of everyone can be set by bots with a flag, if they hold the permission", async () => {
    const bot = await newBot(server);
    await inviteBot(server, bot, { server: community.id, by: community.owner });
    const path = `/channels/${community.channel}/messages`;
    const postWithFlag = () => server.client.post(path, { content: "x", flags: 4 }, { bot: bot.token });
    expectFailure(await postWithFlag(), 403, "MissingPermission", { permission: "MentionEveryone" });
    await community.setPermissions(["MentionEveryone"]);
    expect((await postWithFlag()).body.flags).toBe(4);
    await community.setPermissions([]);
  });

  test("of roles need a permission, and roles of other servers do not count", async () => {
    const role = await addRole(server, community, { rank: 5 });
    const elsewhere = await addRole(server, await newRoom(server), { rank: 0 });
    expectFailure(await post(`<%${role}>`), 403, "MissingPermission", { permission: "MentionRoles" });
    expect((await post(`<%${elsewhere}> <%${unknownId}>`)).body).not.toHaveProperty("role_mentions");
    await community.setPermissions(["MentionRoles"]);
    const { body } = await post(`<%${role}> <%${elsewhere}> <%${role}>`);
    expect({ roles: body.role_mentions, stored: await mentionsOf(server, body._id) }).toEqual({
      roles: [role],
      stored: [role],
    });
    await community.setPermissions([]);
  });

  test("of new accounts do not count in discoverable servers", async () => {
    const fixture = await newRoom(server);
    await server.running.store.write((tx) => updateServer(tx, fixture.id, { discoverable: 1 }));
    await fixture.setPermissions(["MentionEveryone", "MentionRoles"]);
    const original = await sendMessage(
      server,
      { by: fixture.owner, channel: fixture.channel },
      { content: "?" },
    );
    const role = await addRole(server, fixture, { rank: 0 });
    const draft = {
      content: `${at(fixture.owner)} <%${role}> @everyone @online`,
      replies: [{ id: original, mention: true }],
    };
    const postDraft = async () => {
      const { body } = await postMessage(server, { by: fixture.member, channel: fixture.channel }, draft);
      const { mentions, role_mentions, flags, replies } = body;
      return { mentions, role_mentions, flags, replies, stored: await mentionsOf(server, body._id) };
    };
    const noMentions = { mentions: undefined, role_mentions: undefined, flags: undefined, stored: [] };
    expect(await postDraft()).toEqual({ ...noMentions, replies: [original] });
    server.clock.advance(hours(13));
    expect(await postDraft()).toEqual({
      mentions: [fixture.owner.id],
      role_mentions: [role],
      flags: 12,
      replies: [original],
      stored: [fixture.owner.id, role, "everyone"].sort(),
    });
  });

  test("in direct messages can be of the other recipient, but not of everyone or roles", async () => {
    const [one, two] = await newFriends(server);
    const { body: conversation } = await openConversation(server, one, two.id);
    const by = { by: one, channel: conversation._id };
    const { body } = await postMessage(server, by, { content: `${at(two)} ${at(other)} ${at(one)}` });
    expect(body.mentions).toEqual([two.id, one.id]);
    expect(await mentionsOf(server, body._id)).toEqual([two.id]);
    for (const [text, permission] of [
      ["@everyone", "MentionEveryone"],
      ["@online", "MentionEveryone"],
      [`<%${unknownId}>`, "MentionRoles"],
    ])
      expectFailure(await postMessage(server, by, { content: text }), 403, "MissingPermission", {
        permission,
      });
  });

  test("of everyone in a group are for its owner", async () => {
    const [owner, friend] = await newFriends(server);
    const group = { name: "Group", users: [friend.id] };
    const { body: channel } = await server.client.post("/channels/create", group, owner);
    const refused = await postMessage(server, { by: friend, channel: channel._id }, { content: "@everyone" });
    expectFailure(refused, 403, "MissingPermission", { permission: "MentionEveryone" });
    const { body } = await postMessage(server, { by: owner, channel: channel._id }, { content: "@everyone" });
    expect({ flags: body.flags, stored: await mentionsOf(server, body._id) }).toEqual({
      flags: 4,
      stored: [friend.id],
    });
    expect(body).not.toHaveProperty("mentions");
  });

  test("in saved messages do not count", async () => {
    const { body: savedMessages } = await openConversation(server, community.member, community.member.id);
    const content = `${at(community.member)} ${at(other)} @everyone`;
    const response = await postMessage(
      server,
      { by: community.member, channel: savedMessages._id },
      { content },
    );
    expect(outcome(response)).toBe("200");
    expect(response.body).not.toHaveProperty("mentions");
    expect(await mentionsOf(server, response.body._id)).toEqual([]);
  });
});
