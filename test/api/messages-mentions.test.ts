import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { ServersTables } from "../../src/domains/servers/index.ts";
import { inviteBot, newBot } from "../support/bots.ts";
import { newMember } from "../support/communities.ts";
import { newFriends, openConversation } from "../support/conversations.ts";
import { engines } from "../support/engines.ts";
import { expectFailure, outcome } from "../support/expect-failure.ts";
import { newUser, type Person } from "../support/people.ts";
import { addRole } from "../support/roles.ts";
import { mentionsOf, newRoom, postMessage, type Room, sendMessage } from "../support/sending.ts";
import { openServer, type TestServer } from "../support/server.ts";
import { hours } from "../support/test-clock.ts";

const at = ({ id }: { id: string }) => `<@${id}>`;
const unknownId = "01ARZ3NDEKTSV4RRFFQ69G5FAV";

for (const engine of engines) {
  describe(`mentions, on ${engine}`, () => {
    let server: TestServer;
    let room: Room;
    let other: Person;
    beforeAll(async () => {
      server = await openServer(engine);
      room = await newRoom(server);
      other = await newMember(server, room);
    });
    afterAll(() => server[Symbol.asyncDispose]());

    const say = (content: string, draft: object = {}, by = room.member) =>
      postMessage(server, { by, channel: room.channel }, { content, ...draft });
    /** Who is in the message, and whom it waits for. */
    async function mentioned(content: string, draft: object = {}, by = room.member) {
      const { status, body } = await say(content, draft, by);
      expect({ status, body }).toMatchObject({ status: 200 });
      return { mentions: body.mentions, waiting: await mentionsOf(server, body._id) };
    }

    test("are kept for members who can view the channel, and dropped for others", async () => {
      const [stranger, shut] = [await newUser(server), await newMember(server, room)];
      const role = await addRole(server, room, { rank: 0, holders: [shut] });
      const permissions = { allow: 0, deny: 2 ** 20 };
      await server.client.put(`/channels/${room.channel}/permissions/${role}`, { permissions }, room.owner);
      const named = [other, stranger, shut, room.owner, { id: unknownId }, { id: "0".repeat(26) }, other];
      expect(await mentioned(named.map(at).join(" "))).toEqual({
        mentions: [other.id, room.owner.id],
        waiting: [other.id, room.owner.id].sort(),
      });
    });

    test("of oneself are kept, but not stored as unread", async () => {
      expect(await mentioned(at(room.member))).toEqual({ mentions: [room.member.id], waiting: [] });
    });

    test("in code, after a backslash or misspelt do not count", async () => {
      const id = other.id;
      for (const text of [`\`<@${id}>\``, `\\<@${id}>`, `<@${id.toLowerCase()}>`, `<@!${id}>`, `@${id}`])
        expect(await mentioned(text)).toEqual({ mentions: undefined, waiting: [] });
    });

    test("come with a reply, if it sets the option", async () => {
      const id = await sendMessage(server, { by: other, channel: room.channel }, { content: "Question?" });
      const own = await sendMessage(server, { by: room.member, channel: room.channel }, { content: "Mine." });
      const silent = { replies: [{ id, mention: false }] };
      expect(await mentioned("Answer.", silent)).toEqual({ mentions: undefined, waiting: [] });
      const loud = [id, own].map((id) => ({ id, mention: true }));
      expect(await mentioned(at(room.owner), { replies: loud })).toEqual({
        mentions: [room.owner.id, other.id, room.member.id],
        waiting: [room.owner.id, other.id].sort(),
      });
    });

    test("are none for replies to system messages", async () => {
      const place = await newRoom(server);
      const kinds = { user_joined: place.channel };
      await server.client.patch(`/servers/${place.id}`, { system_messages: kinds }, place.owner);
      const { body: invite } = await server.client.post(
        `/channels/${place.channel}/invites`,
        {},
        place.owner,
      );
      await server.client.post(`/invites/${invite._id}`, {}, await newUser(server));
      const { body: channel } = await server.client.get(`/channels/${place.channel}`, place.owner);
      const replies = [{ id: channel.last_message_id, mention: true }];
      const { body } = await postMessage(
        server,
        { by: place.owner, channel: place.channel },
        { content: "Hi!", replies },
      );
      expect({ replies: body.replies, mentions: body.mentions }).toEqual({
        replies: [channel.last_message_id],
        mentions: undefined,
      });
    });

    test("are not stored for a message that suppresses notifications", async () => {
      const draft = { flags: 1 };
      expect(await mentioned(at(other), draft)).toEqual({ mentions: [other.id], waiting: [] });
      await room.setPermissions(["MentionEveryone"]);
      const { body } = await say("@everyone", draft);
      expect({ flags: body.flags, waiting: await mentionsOf(server, body._id) }).toEqual({
        flags: 2 | 4,
        waiting: [],
      });
      await room.setPermissions([]);
    });

    test.each([["@everyone"], ["x@everyonex"], ["@online"], ["`@online` @everyone"]])(
      "of everybody need a permission: %s",
      async (text) => {
        expectFailure(await say(text), 403, "MissingPermission", { permission: "MentionEveryone" });
      },
    );

    test("of everyone set a flag, and are stored", async () => {
      await room.setPermissions(["MentionEveryone"]);
      const answers = [];
      for (const text of ["@everyone", "@online", "@everyone @online", "`@everyone`"])
        answers.push((await say(text)).body);
      expect(answers.map(({ flags }) => flags)).toEqual([4, 8, 12, undefined]);
      expect(await Promise.all(answers.map(({ _id }) => mentionsOf(server, _id)))).toEqual([
        ["everyone"],
        [],
        ["everyone"],
        [],
      ]);
      await room.setPermissions([]);
    });

    test("of everyone can be set by bots with a flag, if they hold the permission", async () => {
      const bot = await newBot(server);
      await inviteBot(server, bot, { server: room.id, by: room.owner });
      const path = `/channels/${room.channel}/messages`;
      const ask = () => server.client.post(path, { content: "x", flags: 4 }, { bot: bot.token });
      expectFailure(await ask(), 403, "MissingPermission", { permission: "MentionEveryone" });
      await room.setPermissions(["MentionEveryone"]);
      expect((await ask()).body.flags).toBe(4);
      await room.setPermissions([]);
    });

    test("of roles need a permission, and roles of other servers do not count", async () => {
      const role = await addRole(server, room, { rank: 5 });
      const elsewhere = await addRole(server, await newRoom(server), { rank: 0 });
      expectFailure(await say(`<%${role}>`), 403, "MissingPermission", { permission: "MentionRoles" });
      expect((await say(`<%${elsewhere}> <%${unknownId}>`)).body).not.toHaveProperty("role_mentions");
      await room.setPermissions(["MentionRoles"]);
      const { body } = await say(`<%${role}> <%${elsewhere}> <%${role}>`);
      expect({ roles: body.role_mentions, waiting: await mentionsOf(server, body._id) }).toEqual({
        roles: [role],
        waiting: [role],
      });
      await room.setPermissions([]);
    });

    test("of new accounts do not count in discoverable servers", async () => {
      const place = await newRoom(server);
      await server.running.store.write((tx) =>
        tx
          .sql<ServersTables>()
          .updateTable("servers")
          .set({ discoverable: 1 })
          .where("id", "=", place.id)
          .execute(),
      );
      await place.setPermissions(["MentionEveryone", "MentionRoles"]);
      const question = await sendMessage(
        server,
        { by: place.owner, channel: place.channel },
        { content: "?" },
      );
      const role = await addRole(server, place, { rank: 0 });
      const draft = {
        content: `${at(place.owner)} <%${role}> @everyone @online`,
        replies: [{ id: question, mention: true }],
      };
      const ask = async () => {
        const { body } = await postMessage(server, { by: place.member, channel: place.channel }, draft);
        const { mentions, role_mentions, flags, replies } = body;
        return { mentions, role_mentions, flags, replies, waiting: await mentionsOf(server, body._id) };
      };
      const nobody = { mentions: undefined, role_mentions: undefined, flags: undefined, waiting: [] };
      expect(await ask()).toEqual({ ...nobody, replies: [question] });
      server.clock.advance(hours(13));
      expect(await ask()).toEqual({
        mentions: [place.owner.id],
        role_mentions: [role],
        flags: 12,
        replies: [question],
        waiting: [place.owner.id, role, "everyone"].sort(),
      });
    });

    test("in direct messages can be of the other recipient, but not of everyone or roles", async () => {
      const [one, two] = await newFriends(server);
      const { body: talk } = await openConversation(server, one, two.id);
      const by = { by: one, channel: talk._id };
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
      const refused = await postMessage(
        server,
        { by: friend, channel: channel._id },
        { content: "@everyone" },
      );
      expectFailure(refused, 403, "MissingPermission", { permission: "MentionEveryone" });
      const { body } = await postMessage(
        server,
        { by: owner, channel: channel._id },
        { content: "@everyone" },
      );
      expect({ flags: body.flags, waiting: await mentionsOf(server, body._id) }).toEqual({
        flags: 4,
        waiting: [friend.id],
      });
      expect(body).not.toHaveProperty("mentions");
    });

    test("in saved messages do not count", async () => {
      const { body: notes } = await openConversation(server, room.member, room.member.id);
      const content = `${at(room.member)} ${at(other)} @everyone`;
      const answer = await postMessage(server, { by: room.member, channel: notes._id }, { content });
      expect(outcome(answer)).toBe("200");
      expect(answer.body).not.toHaveProperty("mentions");
      expect(await mentionsOf(server, answer.body._id)).toEqual([]);
    });
  });
}
