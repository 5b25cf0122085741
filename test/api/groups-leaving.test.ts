import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { purgeAccount } from "../../src/domains/accounts/actions/purge-account.ts";
import { wipeUser } from "../../src/domains/users/actions/wipe-user.ts";
import { findUser } from "../../src/domains/users/index.ts";
import { updateUser } from "../../src/domains/users/store/users.ts";
import { newBot } from "../support/bots.ts";
import { readConversations } from "../support/conversations.ts";
import { engines } from "../support/engines.ts";
import { expectFailure } from "../support/expect-failure.ts";
import {
  groupCalls,
  newFriendOf,
  newGroup,
  newGroupFixture,
  summarizeAnnouncements,
} from "../support/groups.ts";
import { makeImage } from "../support/make-images.ts";
import { readMessages } from "../support/messages.ts";
import { uploadFile } from "../support/multipart.ts";
import { newUser, type Person } from "../support/people.ts";
import { recordAnnouncements } from "../support/record-announcements.ts";
import { openServer, type TestServer } from "../support/server.ts";
import { until } from "../support/until.ts";

const viewless = { permission: "ViewChannel" };

for (const engine of engines) {
  describe(`leaving a group on ${engine}`, () => {
    let server: TestServer;
    beforeAll(async () => {
      server = await openServer(engine);
    });
    afterAll(() => server[Symbol.asyncDispose]());

    const purge = (person: Person) => server.running.store.write((tx) => purgeAccount(tx, person.id));
    const wipe = (person: Person) =>
      server.running.store.write(async (tx) => {
        const user = await findUser(tx, person.id);
        if (user) await wipeUser(tx, user, 4);
      });
    /** What was told about channels alone. */
    const ofGroups = (told: ReturnType<typeof summarizeAnnouncements>) =>
      told.filter(([name]) => name === "Message" || name.startsWith("Channel"));

    test("posts a system message, unless it is silent", async () => {
      const { id, owner, members } = await newGroupFixture(server);
      const [loud, silent] = members;
      const { leave, view } = groupCalls(server, id);
      await using news = await recordAnnouncements(server);
      const { status, body } = await leave(loud, "?leave_silently=false");
      expect({ status, body }).toEqual({ status: 204, body: undefined });
      expect(summarizeAnnouncements(news)).toEqual([
        ["ChannelGroupLeave", `channel:${id}`, { id, user: loud.id }],
        ["Message", `channel:${id}`, { type: "user_left", id: loud.id }],
      ]);
      expect((await leave(silent, "?leave_silently=true")).status).toBe(204);
      expect(summarizeAnnouncements(news)).toEqual([
        ["ChannelGroupLeave", `channel:${id}`, { id, user: silent.id }],
      ]);
      expect((await view(owner)).body.recipients).toEqual([owner.id]);
      for (const gone of members) {
        expectFailure(await view(gone), 403, "MissingPermission", viewless);
        expectFailure(await leave(gone), 403, "MissingPermission", viewless);
        expect((await server.client.get("/users/dms", gone)).body).toEqual([]);
      }
      expect(news.take()).toEqual([]);
    });

    test.each(["", "?leave_silently=true"])("passes it to the first of the others%s", async (query) => {
      const { id, owner, members } = await newGroupFixture(server);
      const [heir, other] = members;
      const { leave, view } = groupCalls(server, id);
      await using news = await recordAnnouncements(server);
      expect((await leave(owner, query)).status).toBe(204);
      const left = ["Message", `channel:${id}`, { type: "user_left", id: owner.id }] as const;
      expect(summarizeAnnouncements(news)).toEqual([
        ["Message", `channel:${id}`, { type: "channel_ownership_changed", from: owner.id, to: heir.id }],
        ["ChannelUpdate", `channel:${id}`, { id, data: { owner: heir.id }, clear: [] }],
        ["ChannelGroupLeave", `channel:${id}`, { id, user: owner.id }],
        ...(query === "" ? [left] : []),
      ] as ReturnType<typeof summarizeAnnouncements>);
      expect((await view(other)).body).toMatchObject({ owner: heir.id, recipients: [heir.id, other.id] });
    });

    test("passes the group to a bot only if no user is left", async () => {
      const owner = await newUser(server);
      const { _id: id } = await newGroup(server, owner);
      const { add, leave, view } = groupCalls(server, id);
      const [bot, deleted] = [await newBot(server), await newBot(server)];
      for (const { id: target } of [bot, deleted])
        await server.client.post(`/bots/${target}/invite`, { group: id }, owner);
      await server.client.delete(`/bots/${deleted.id}`, {}, deleted.owner);
      const friend = await newFriendOf(server, owner);
      await add(owner, friend);
      await leave(owner);
      expect((await view(friend)).body).toMatchObject({
        owner: friend.id,
        recipients: [bot.id, deleted.id, friend.id],
      });
      expect((await leave(friend)).status).toBe(204);
      const left = await server.client.get(`/channels/${id}`, { bot: bot.token });
      expect(left.body.owner).toBe(bot.id);
    });

    test("as the last recipient deletes the group with its messages", async () => {
      const owner = await newUser(server);
      const { _id: id } = await newGroup(server, owner);
      const { edit, invite, leave, view } = groupCalls(server, id);
      const icon = await uploadFile(server, owner, { tag: "icons", content: await makeImage("png") });
      await edit(owner, { icon });
      const code = (await invite(owner)).body._id;
      expect(await readMessages(server, id)).toHaveLength(1);
      await using news = await recordAnnouncements(server);
      expect((await leave(owner)).status).toBe(204);
      expect(summarizeAnnouncements(news)).toEqual([["ChannelDelete", `channel:${id}`, { id }]]);
      expectFailure(await view(owner), 404, "NotFound");
      expectFailure(await leave(owner), 404, "NotFound");
      expectFailure(await server.client.get(`/invites/${code}`), 404, "NotFound");
      expectFailure(await server.client.post(`/invites/${code}`, {}, owner), 404, "NotFound");
      expect((await fetch(`${server.url}/autumn/icons/${icon}`)).status).toBe(404);
      expect(await readConversations(server, owner)).toEqual([]);
      await until(async () => (await readMessages(server, id)).length === 0);
    });

    test("is for recipients, and needs a boolean", async () => {
      const { id, owner, members, stranger } = await newGroupFixture(server);
      const { leave, view } = groupCalls(server, id);
      await using news = await recordAnnouncements(server);
      expectFailure(await groupCalls(server, "unknown").leave(owner), 404, "NotFound");
      expectFailure(await leave(stranger), 403, "MissingPermission", viewless);
      expectFailure(await leave(members[0], "?leave_silently=perhaps"), 400, "FailedValidation", {
        error: expect.any(String),
      });
      await server.running.store.write((tx) => updateUser(tx, stranger.id, { privileged: 1 }));
      expectFailure(await leave(stranger), 400, "NoEffect");
      expect(news.take()).toEqual([]);
      expect((await view(owner)).body.recipients).toHaveLength(3);
    });

    test.each(["purged", "wiped"] as const)("is silent when a user is %s", async (fate) => {
      const { id, owner, members } = await newGroupFixture(server);
      const [heir, other] = members;
      const alone = await newGroup(server, owner);
      const theirs = await newGroup(server, heir, [owner]);
      await using news = await recordAnnouncements(server);
      await (fate === "purged" ? purge(owner) : wipe(owner));
      const ownership = { type: "channel_ownership_changed", from: owner.id, to: heir.id };
      expect(ofGroups(summarizeAnnouncements(news))).toEqual([
        ["Message", `channel:${id}`, ownership],
        ["ChannelUpdate", `channel:${id}`, { id, data: { owner: heir.id }, clear: [] }],
        ["ChannelGroupLeave", `channel:${id}`, { id, user: owner.id }],
        ["ChannelDelete", `channel:${alone._id}`, { id: alone._id }],
        ["ChannelGroupLeave", `channel:${theirs._id}`, { id: theirs._id, user: owner.id }],
      ]);
      expect(await readConversations(server, owner)).toEqual([]);
      expect((await groupCalls(server, id).view(other)).body).toMatchObject({
        owner: heir.id,
        recipients: [heir.id, other.id],
      });
      expectFailure(await groupCalls(server, alone._id).view(heir), 404, "NotFound");
    });
  });
}
