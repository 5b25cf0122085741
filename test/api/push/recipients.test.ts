import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { permission } from "../../../src/permissions/bits.ts";
import { logIn, newUser, type Person } from "../../support/accounts/people.ts";
import { inviteBot, newBot } from "../../support/bots/bots.ts";
import { putPermissions, succeed } from "../../support/channels/channel-calls.ts";
import { newFriends, openConversation } from "../../support/channels/conversations.ts";
import { groupCalls, newGroupFixture } from "../../support/channels/groups.ts";
import { sendMessage } from "../../support/messages/sending.ts";
import type { PushService } from "../../support/push/push-service.ts";
import {
  drainJobs,
  newPushConversation,
  openPushServer,
  pendingPushes,
  subscribe,
  takeNotificationBodies,
} from "../../support/push/push-subscriptions.ts";
import { anyEngine } from "../../support/run/thorough.ts";
import { openServer, type TestServer } from "../../support/server/server.ts";
import { joinCommunity, newCommunity, newMember } from "../../support/servers/communities.ts";
import { addRole } from "../../support/servers/roles.ts";
import { openReadyStream } from "../../support/stream/stream.ts";
import { until } from "../../support/until.ts";
import { addMembers, insertUsers } from "../../support/users/bulk-users.ts";
import { execute, newWebhook } from "../../support/webhooks/webhooks.ts";

for (const engine of anyEngine) {
  describe(`recipients of push notifications on ${engine}`, () => {
    let service: PushService;
    let server: TestServer;
    beforeAll(async () => {
      ({ service, server } = await openPushServer(engine));
    });
    afterAll(() => server[Symbol.asyncDispose]());

    const browserOf = (person: Pick<Person, "token">) => subscribe(server, service, person);
    const setNotifications = (person: Person, value: unknown) =>
      server.client.post("/sync/settings/set", { notifications: JSON.stringify(value) }, person);
    const newConversation = () => newPushConversation(server, service);
    const newCommunityWithBrowsers = async () => {
      const community = await newCommunity(server);
      const [bob, cat] = [await newMember(server, community), await newMember(server, community)];
      const browsers = [
        await browserOf(community.owner),
        await browserOf(bob),
        await browserOf(cat),
      ] as const;
      return { ...community, bob, cat, browsers };
    };

    test("a direct message notifies the other user on all devices, and not its author", async () => {
      const { ann, bob, channel, atBob } = await newConversation();
      const atAnn = await browserOf(ann);
      const elsewhere = await browserOf(await logIn(server, bob.email));
      await sendMessage(server, { by: ann, channel }, "Hello.");
      expect(await takeNotificationBodies(server, atAnn, atBob, elsewhere)).toEqual([
        [],
        ["Hello."],
        ["Hello."],
      ]);
      await sendMessage(server, { by: bob, channel }, "Hi.");
      expect(await takeNotificationBodies(server, atAnn, atBob, elsewhere)).toEqual([["Hi."], [], []]);
    });

    test("a message in a group notifies all other members", async () => {
      const { id: channel, owner, members, friend } = await newGroupFixture(server);
      const browsers = [
        await browserOf(owner),
        await browserOf(members[0]),
        await browserOf(members[1]),
        await browserOf(friend),
      ];
      await sendMessage(server, { by: members[0], channel }, "All of you.");
      expect(await takeNotificationBodies(server, ...browsers)).toEqual([
        ["All of you."],
        [],
        ["All of you."],
        [],
      ]);
    });

    test("a system message notifies all members of a group but its actor, and nobody in a server", async () => {
      const group = await newGroupFixture(server);
      const { owner, members, friend } = group;
      const browsers = [await browserOf(owner), await browserOf(members[0]), await browserOf(friend)];
      await groupCalls(server, group.id).add(owner, friend);
      const added = "Somebody was added to the group.";
      expect(await takeNotificationBodies(server, ...browsers)).toEqual([[], [added], [added]]);

      const community = await newCommunityWithBrowsers();
      await joinCommunity(server, community, await newUser(server));
      expect(await takeNotificationBodies(server, ...community.browsers)).toEqual([[], [], []]);
    });

    test("a message in a server notifies the users whom it mentions", async () => {
      const { owner, bob, channel, browsers } = await newCommunityWithBrowsers();
      await sendMessage(server, { by: owner, channel }, "Nobody in particular.");
      expect(await takeNotificationBodies(server, ...browsers)).toEqual([[], [], []]);
      await sendMessage(server, { by: owner, channel }, `Now <@${bob.id}>, and <@${owner.id}>`);
      expect(await takeNotificationBodies(server, ...browsers)).toEqual([
        [],
        ["Now @Somebody, and @Somebody"],
        [],
      ]);
    });

    test("mentions by bots and webhooks notify, too", async () => {
      const { id, owner, bob, channel, browsers } = await newCommunityWithBrowsers();
      const robot = await newBot(server, owner);
      await inviteBot(server, robot, { server: id, by: owner });
      const draft = { content: `Now <@${bob.id}>` };
      await succeed(server.client.post(`/channels/${channel}/messages`, draft, { bot: robot.token }));
      expect(await takeNotificationBodies(server, ...browsers)).toEqual([[], ["Now @Somebody"], []]);

      const webhook = await newWebhook(server, owner, { channel, name: "Door" });
      await succeed(execute(server, webhook, { content: "Nobody in particular." }));
      await succeed(execute(server, webhook, draft));
      await drainJobs(server);
      expect(browsers.map((browser) => browser.notifications())).toEqual([
        [],
        [
          expect.objectContaining({
            author: "Door",
            icon: expect.stringContaining(`/users/${webhook.id}/default_avatar`),
            body: "Now @Somebody",
          }),
        ],
        [],
      ]);
    });

    test("a reply notifies the author of the original, if it mentions them", async () => {
      const { owner, bob, channel, browsers } = await newCommunityWithBrowsers();
      const id = await sendMessage(server, { by: bob, channel }, "A question.");
      await sendMessage(
        server,
        { by: owner, channel },
        { content: "Quietly.", replies: [{ id, mention: false }] },
      );
      expect(await takeNotificationBodies(server, ...browsers)).toEqual([[], [], []]);
      await sendMessage(
        server,
        { by: owner, channel },
        { content: "An answer.", replies: [{ id, mention: true }] },
      );
      expect(await takeNotificationBodies(server, ...browsers)).toEqual([[], ["An answer."], []]);
    });

    test("a mention of everyone notifies each member who can view the channel once", async () => {
      const { owner, bob, channel, browsers } = await newCommunityWithBrowsers();
      await sendMessage(server, { by: owner, channel }, `@everyone and <@${bob.id}>`);
      const body = "@everyone and @Somebody";
      expect(await takeNotificationBodies(server, ...browsers)).toEqual([[], [body], [body]]);
      await sendMessage(server, { by: owner, channel }, "@online");
      expect(await takeNotificationBodies(server, ...browsers)).toEqual([[], [], []]);
    });

    test("each of very many recipients is notified once", async () => {
      const community = await newCommunity(server);
      const browsers = [];
      for (let page = 0; page < 3; page++) {
        browsers.push(await browserOf(await newMember(server, community)));
        // The inserted members fill more than a page, so the recipients are on different pages.
        if (page < 2) await addMembers(server, community, await insertUsers(server, 600));
      }
      await sendMessage(server, { by: community.owner, channel: community.channel }, "@everyone");
      expect(await takeNotificationBodies(server, ...browsers)).toEqual([
        ["@everyone"],
        ["@everyone"],
        ["@everyone"],
      ]);
      expect(await pendingPushes(server)).toEqual([]);
    });

    test("a mention of a role notifies its holders", async () => {
      const community = await newCommunityWithBrowsers();
      const { owner, bob, channel, browsers } = community;
      const role = await addRole(server, community, { rank: 1, holders: [bob] });
      await sendMessage(server, { by: owner, channel }, `<%${role}>, please`);
      const [atOwner, atBob, atCat] = await takeNotificationBodies(server, ...browsers);
      expect([atOwner, atCat]).toEqual([[], []]);
      expect(atBob).toEqual([expect.stringMatching(/^@.+, please$/)]);
    });

    test("a user who cannot view the channel is not notified", async () => {
      const community = await newCommunityWithBrowsers();
      const { owner, bob, cat, channel, browsers } = community;
      const role = await addRole(server, community, { rank: 1, holders: [bob] });
      const denied = { allow: 0, deny: permission.ViewChannel };
      await succeed(putPermissions(server, { by: owner, channel, of: role }, denied));
      await sendMessage(server, { by: owner, channel }, `<@${bob.id}> <@${cat.id}> <%${role}> @everyone`);
      expect((await takeNotificationBodies(server, ...browsers)).map(({ length }) => length)).toEqual([
        0, 0, 1,
      ]);
    });

    test("a connected user is not notified, and is again after disconnecting", async () => {
      const { ann, bob, channel, atBob } = await newConversation();
      const { stream } = await openReadyStream(server, bob);
      await sendMessage(server, { by: ann, channel }, "You see this.");
      expect(await takeNotificationBodies(server, atBob)).toEqual([[]]);
      await stream[Symbol.asyncDispose]();
      await until(() => !server.running.services.presence.isListening(bob.id));
      await sendMessage(server, { by: ann, channel }, "You do not.");
      expect(await takeNotificationBodies(server, atBob)).toEqual([["You do not."]]);
    });

    test("connected users are left out of a mass mention", async () => {
      const { owner, bob, channel, browsers } = await newCommunityWithBrowsers();
      const { stream } = await openReadyStream(server, bob);
      await sendMessage(server, { by: owner, channel }, "@everyone");
      expect(await takeNotificationBodies(server, ...browsers)).toEqual([[], [], ["@everyone"]]);
      await stream[Symbol.asyncDispose]();
    });

    test("a silent message notifies nobody", async () => {
      const { ann, bob, channel, atBob } = await newConversation();
      for (const flags of [1, 2])
        await sendMessage(server, { by: ann, channel }, { content: `<@${bob.id}>`, flags });
      expect(await takeNotificationBodies(server, atBob)).toEqual([[]]);
    });

    test("a user who has blocked the author is not notified", async () => {
      const { owner, bob, channel, browsers } = await newCommunityWithBrowsers();
      await server.client.put(`/users/${owner.id}/block`, {}, bob);
      await sendMessage(server, { by: owner, channel }, `<@${bob.id}> @everyone`);
      expect(await takeNotificationBodies(server, ...browsers)).toEqual([[], [], ["@Somebody @everyone"]]);
    });

    test("a user who has blocked the actor of a system message or the creator of a webhook is not notified", async () => {
      const group = await newGroupFixture(server);
      const { owner, members, friend } = group;
      const [blocker, other] = members;
      const browsers = [await browserOf(blocker), await browserOf(other)];
      const webhook = await newWebhook(server, owner, { channel: group.id });
      const { add, edit } = groupCalls(server, group.id);
      await server.client.put(`/users/${owner.id}/block`, {}, blocker);
      await edit(owner, { name: "Come back" });
      await add(owner, friend);
      await succeed(execute(server, webhook, { content: `<@${blocker.id}> answer me` }));
      const pinned = await sendMessage(server, { by: owner, channel: group.id }, { content: "x", flags: 2 });
      await server.client.post(`/channels/${group.id}/messages/${pinned}/pin`, {}, owner);
      const [atBlocker, atOther] = await takeNotificationBodies(server, ...browsers);
      expect(atBlocker).toEqual([]);
      expect(atOther?.length).toBe(4);
      await server.client.delete(`/users/${owner.id}/block`, {}, blocker);
      await edit(owner, { name: "Us" });
      expect((await takeNotificationBodies(server, ...browsers)).map(({ length }) => length)).toEqual([1, 1]);
    });

    test("a muted conversation, or one set to mentions, causes no notifications", async () => {
      const { ann, bob, channel, atBob } = await newConversation();
      const countNotifications = async (value: unknown, content: string) => {
        await setNotifications(bob, value);
        await sendMessage(server, { by: ann, channel }, content);
        return (await takeNotificationBodies(server, atBob)).flat().length;
      };
      const now = server.clock.now();
      expect(await countNotifications({ channel: { [channel]: "muted" } }, "1")).toBe(0);
      expect(await countNotifications({ channel: { [channel]: "none" } }, "2")).toBe(0);
      expect(await countNotifications({ channel: { [channel]: "mention" } }, "3")).toBe(0);
      expect(await countNotifications({ channel: { [channel]: "mention" } }, `<@${bob.id}>`)).toBe(1);
      expect(await countNotifications({ channel_mutes: { [channel]: {} } }, "4")).toBe(0);
      expect(await countNotifications({ channel_mutes: { [channel]: { until: now + 60_000 } } }, "5")).toBe(
        0,
      );
      expect(await countNotifications({ channel_mutes: { [channel]: { until: now - 1 } } }, "6")).toBe(1);
      expect(await countNotifications({}, "7")).toBe(1);
    });

    test("a muted server or channel causes no notifications", async () => {
      const { id, owner, bob, channel, browsers } = await newCommunityWithBrowsers();
      const countNotifications = async (value: unknown) => {
        await setNotifications(bob, value);
        await sendMessage(server, { by: owner, channel }, `<@${bob.id}> @everyone`);
        return (await takeNotificationBodies(server, browsers[1])).flat().length;
      };
      expect(await countNotifications({ server: { [id]: "muted" } })).toBe(0);
      expect(await countNotifications({ server: { [id]: "none" } })).toBe(0);
      expect(await countNotifications({ server: { [id]: "none" }, channel: { [channel]: "mention" } })).toBe(
        1,
      );
      expect(await countNotifications({ server_mutes: { [id]: {} }, channel: { [channel]: "all" } })).toBe(0);
      expect(await countNotifications({ channel: { [channel]: "muted" } })).toBe(0);
      expect(await countNotifications("not what it should be")).toBe(1);
    });

    test("saved messages and edits notify nobody", async () => {
      const { ann, bob, channel, atBob } = await newConversation();
      const { _id: own } = await succeed(openConversation(server, bob, bob.id));
      await sendMessage(server, { by: bob, channel: own }, "A note.");
      const id = await sendMessage(server, { by: ann, channel }, { content: "Hello.", flags: 2 });
      await server.client.patch(`/channels/${channel}/messages/${id}`, { content: `<@${bob.id}>` }, ann);
      expect(await takeNotificationBodies(server, atBob)).toEqual([[]]);
    });

    test("without any device, sending enqueues no job", async () => {
      await using quiet = await openServer(engine);
      const [ann, bob] = await newFriends(quiet);
      const { _id: channel } = await succeed(openConversation(quiet, ann, bob.id));
      for (const { worker } of quiet.nodes) await worker.stop(0);
      await sendMessage(quiet, { by: ann, channel }, "Hello.");
      expect(await pendingPushes(quiet)).toEqual([]);
    });
  });
}
