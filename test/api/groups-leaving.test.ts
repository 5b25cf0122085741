import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { purgeAccount } from "../../src/domains/accounts/actions/purge-account.ts";
import { wipeUser } from "../../src/domains/users/actions/wipe-user.ts";
import { findUser } from "../../src/domains/users/index.ts";
import { updateUser } from "../../src/domains/users/store/users.ts";
import { overhear } from "../support/announcements.ts";
import { newBot } from "../support/bots.ts";
import { conversationRows } from "../support/conversations.ts";
import { engines } from "../support/engines.ts";
import { expectFailure } from "../support/expect-failure.ts";
import { callsOn, newCircle, newFriendOf, newGroup, toldIn } from "../support/groups.ts";
import { makeImage } from "../support/make-images.ts";
import { seeMessages } from "../support/messages.ts";
import { uploaded } from "../support/multipart.ts";
import { newUser, type Person } from "../support/people.ts";
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
    const ofGroups = (told: ReturnType<typeof toldIn>) =>
      told.filter(([name]) => name === "Message" || name.startsWith("Channel"));

    test("posts a system message, unless it is silent", async () => {
      const { id, owner, members } = await newCircle(server);
      const [loud, silent] = members;
      const { leave, see } = callsOn(server, id);
      await using news = await overhear(server);
      const { status, body } = await leave(loud, "?leave_silently=false");
      expect({ status, body }).toEqual({ status: 204, body: undefined });
      expect(toldIn(news)).toEqual([
        ["ChannelGroupLeave", `channel:${id}`, { id, user: loud.id }],
        ["Message", `channel:${id}`, { type: "user_left", id: loud.id }],
      ]);
      expect((await leave(silent, "?leave_silently=true")).status).toBe(204);
      expect(toldIn(news)).toEqual([["ChannelGroupLeave", `channel:${id}`, { id, user: silent.id }]]);
      expect((await see(owner)).body.recipients).toEqual([owner.id]);
      for (const gone of members) {
        expectFailure(await see(gone), 403, "MissingPermission", viewless);
        expectFailure(await leave(gone), 403, "MissingPermission", viewless);
        expect((await server.client.get("/users/dms", gone)).body).toEqual([]);
      }
      expect(news.take()).toEqual([]);
    });

    test.each(["", "?leave_silently=true"])("passes it to the first of the others%s", async (query) => {
      const { id, owner, members } = await newCircle(server);
      const [heir, other] = members;
      const { leave, see } = callsOn(server, id);
      await using news = await overhear(server);
      expect((await leave(owner, query)).status).toBe(204);
      const left = ["Message", `channel:${id}`, { type: "user_left", id: owner.id }] as const;
      expect(toldIn(news)).toEqual([
        ["Message", `channel:${id}`, { type: "channel_ownership_changed", from: owner.id, to: heir.id }],
        ["ChannelUpdate", `channel:${id}`, { id, data: { owner: heir.id }, clear: [] }],
        ["ChannelGroupLeave", `channel:${id}`, { id, user: owner.id }],
        ...(query === "" ? [left] : []),
      ] as ReturnType<typeof toldIn>);
      expect((await see(other)).body).toMatchObject({ owner: heir.id, recipients: [heir.id, other.id] });
    });

    test("passes the group to a bot only if no user is left", async () => {
      const owner = await newUser(server);
      const { _id: id } = await newGroup(server, owner);
      const { add, leave, see } = callsOn(server, id);
      const [bot, deleted] = [await newBot(server), await newBot(server)];
      for (const { id: target } of [bot, deleted])
        await server.client.post(`/bots/${target}/invite`, { group: id }, owner);
      await server.client.delete(`/bots/${deleted.id}`, {}, deleted.owner);
      const friend = await newFriendOf(server, owner);
      await add(owner, friend);
      await leave(owner);
      expect((await see(friend)).body).toMatchObject({
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
      const { edit, invite, leave, see } = callsOn(server, id);
      const icon = await uploaded(server, owner, { tag: "icons", content: await makeImage("png") });
      await edit(owner, { icon });
      const code = (await invite(owner)).body._id;
      expect(await seeMessages(server, id)).toHaveLength(1);
      await using news = await overhear(server);
      expect((await leave(owner)).status).toBe(204);
      expect(toldIn(news)).toEqual([["ChannelDelete", `channel:${id}`, { id }]]);
      expectFailure(await see(owner), 404, "NotFound");
      expectFailure(await leave(owner), 404, "NotFound");
      expectFailure(await server.client.get(`/invites/${code}`), 404, "NotFound");
      expectFailure(await server.client.post(`/invites/${code}`, {}, owner), 404, "NotFound");
      expect((await fetch(`${server.url}/autumn/icons/${icon}`)).status).toBe(404);
      expect(await conversationRows(server, owner)).toEqual([]);
      await until(async () => (await seeMessages(server, id)).length === 0);
    });

    test("is for recipients, and needs a boolean", async () => {
      const { id, owner, members, stranger } = await newCircle(server);
      const { leave, see } = callsOn(server, id);
      await using news = await overhear(server);
      expectFailure(await callsOn(server, "unknown").leave(owner), 404, "NotFound");
      expectFailure(await leave(stranger), 403, "MissingPermission", viewless);
      expectFailure(await leave(members[0], "?leave_silently=perhaps"), 400, "FailedValidation", {
        error: expect.any(String),
      });
      await server.running.store.write((tx) => updateUser(tx, stranger.id, { privileged: 1 }));
      expectFailure(await leave(stranger), 400, "NoEffect");
      expect(news.take()).toEqual([]);
      expect((await see(owner)).body.recipients).toHaveLength(3);
    });

    test.each(["purged", "wiped"] as const)("is silent when a user is %s", async (fate) => {
      const { id, owner, members } = await newCircle(server);
      const [heir, other] = members;
      const alone = await newGroup(server, owner);
      const theirs = await newGroup(server, heir, [owner]);
      await using news = await overhear(server);
      await (fate === "purged" ? purge(owner) : wipe(owner));
      const ownership = { type: "channel_ownership_changed", from: owner.id, to: heir.id };
      expect(ofGroups(toldIn(news))).toEqual([
        ["Message", `channel:${id}`, ownership],
        ["ChannelUpdate", `channel:${id}`, { id, data: { owner: heir.id }, clear: [] }],
        ["ChannelGroupLeave", `channel:${id}`, { id, user: owner.id }],
        ["ChannelDelete", `channel:${alone._id}`, { id: alone._id }],
        ["ChannelGroupLeave", `channel:${theirs._id}`, { id: theirs._id, user: owner.id }],
      ]);
      expect(await conversationRows(server, owner)).toEqual([]);
      expect((await callsOn(server, id).see(other)).body).toMatchObject({
        owner: heir.id,
        recipients: [heir.id, other.id],
      });
      expectFailure(await callsOn(server, alone._id).see(heir), 404, "NotFound");
    });
  });
}
