import { expect, test } from "bun:test";
import { purgeAccount } from "../../../src/domains/accounts/actions/purge-account.ts";
import { wipeUser } from "../../../src/domains/users/actions/wipe-user.ts";
import { findUser } from "../../../src/domains/users/index.ts";
import { newUser, type Person } from "../../support/accounts/people.ts";
import { newBot } from "../../support/bots/bots.ts";
import { readConversations } from "../../support/channels/conversations.ts";
import {
  groupCalls,
  newFriendOf,
  newGroup,
  newGroupFixture,
  summarizeAnnouncements,
} from "../../support/channels/groups.ts";
import { makeImage } from "../../support/files/make-images.ts";
import { expectFailure } from "../../support/http/expect-failure.ts";
import { uploadFile } from "../../support/http/multipart.ts";
import { readMessages } from "../../support/messages/messages.ts";
import { makeConfirmed } from "../../support/operators/operators.ts";
import { anyEngine } from "../../support/run/thorough.ts";
import { describeServer } from "../../support/server/describe-server.ts";
import { recordAnnouncements } from "../../support/stream/record-announcements.ts";
import { until } from "../../support/until.ts";

const viewless = { permission: "ViewChannel" };

describeServer("leaving a group", anyEngine, (server) => {
  const purge = (person: Person) => server.running.store.write((tx) => purgeAccount(tx, person.id));
  const wipe = (person: Person) =>
    server.running.store.write(async (tx) => {
      const user = await findUser(tx, person.id);
      if (user) await wipeUser(tx, user, 4);
    });
  /** Keeps the events of channels and messages. */
  const onlyChannelEvents = (events: ReturnType<typeof summarizeAnnouncements>) =>
    events.filter(([name]) => name === "Message" || name.startsWith("Channel"));

  test("posts a system message, unless it is silent", async () => {
    const { id, owner, members } = await newGroupFixture(server);
    const [loud, silent] = members;
    const { leave, view } = groupCalls(server, id);
    await using announcements = await recordAnnouncements(server);
    const { status, body } = await leave(loud, "?leave_silently=false");
    expect({ status, body }).toEqual({ status: 204, body: undefined });
    expect(summarizeAnnouncements(announcements)).toEqual([
      ["ChannelGroupLeave", `channel:${id}`, { id, user: loud.id }],
      ["Message", `channel:${id}`, { type: "user_left", id: loud.id }],
    ]);
    expect((await leave(silent, "?leave_silently=true")).status).toBe(204);
    expect(summarizeAnnouncements(announcements)).toEqual([
      ["ChannelGroupLeave", `channel:${id}`, { id, user: silent.id }],
    ]);
    expect((await view(owner)).body.recipients).toEqual([owner.id]);
    for (const former of members) {
      expectFailure(await view(former), 403, "MissingPermission", viewless);
      expectFailure(await leave(former), 403, "MissingPermission", viewless);
      expect((await server.client.get("/users/dms", former)).body).toEqual([]);
    }
    expect(announcements.take()).toEqual([]);
  });

  test.each(["", "?leave_silently=true"])(
    "by the owner passes the group to the first of the other recipients%s",
    async (query) => {
      const { id, owner, members } = await newGroupFixture(server);
      const [successor, other] = members;
      const { leave, view } = groupCalls(server, id);
      await using announcements = await recordAnnouncements(server);
      expect((await leave(owner, query)).status).toBe(204);
      const leaveMessage = ["Message", `channel:${id}`, { type: "user_left", id: owner.id }] as const;
      expect(summarizeAnnouncements(announcements)).toEqual([
        ["Message", `channel:${id}`, { type: "channel_ownership_changed", from: owner.id, to: successor.id }],
        ["ChannelUpdate", `channel:${id}`, { id, data: { owner: successor.id }, clear: [] }],
        ["ChannelGroupLeave", `channel:${id}`, { id, user: owner.id }],
        ...(query === "" ? [leaveMessage] : []),
      ] as ReturnType<typeof summarizeAnnouncements>);
      expect((await view(other)).body).toMatchObject({
        owner: successor.id,
        recipients: [successor.id, other.id],
      });
    },
  );

  test("passes the group to a bot only if no user remains", async () => {
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
    const response = await server.client.get(`/channels/${id}`, { bot: bot.token });
    expect(response.body.owner).toBe(bot.id);
  });

  test("as the last recipient deletes the group with its messages", async () => {
    const owner = await newUser(server);
    const { _id: id } = await newGroup(server, owner);
    const { edit, invite, leave, view } = groupCalls(server, id);
    const icon = await uploadFile(server, owner, { tag: "icons", content: await makeImage("png") });
    await edit(owner, { icon });
    const code = (await invite(owner)).body._id;
    expect(await readMessages(server, id)).toHaveLength(1);
    await using announcements = await recordAnnouncements(server);
    expect((await leave(owner)).status).toBe(204);
    expect(summarizeAnnouncements(announcements)).toEqual([["ChannelDelete", `channel:${id}`, { id }]]);
    expectFailure(await view(owner), 404, "NotFound");
    expectFailure(await leave(owner), 404, "NotFound");
    expectFailure(await server.client.get(`/invites/${code}`), 404, "NotFound");
    expectFailure(await server.client.post(`/invites/${code}`, {}, owner), 404, "NotFound");
    expect((await fetch(`${server.url}/autumn/icons/${icon}`)).status).toBe(404);
    expect(await readConversations(server, owner)).toEqual([]);
    await until(async () => (await readMessages(server, id)).length === 0);
  });

  test("is refused to users who are not recipients, and for a flag that is no boolean", async () => {
    const { id, owner, members, stranger } = await newGroupFixture(server);
    const { leave, view } = groupCalls(server, id);
    await using announcements = await recordAnnouncements(server);
    expectFailure(await groupCalls(server, "unknown").leave(owner), 404, "NotFound");
    expectFailure(await leave(stranger), 403, "MissingPermission", viewless);
    expectFailure(await leave(members[0], "?leave_silently=perhaps"), 400, "FailedValidation", {
      error: expect.any(String),
    });
    await makeConfirmed(server, stranger);
    announcements.take();
    expectFailure(await leave(stranger), 403, "MissingPermission", viewless);
    expect(announcements.take()).toEqual([]);
    expect((await view(owner)).body.recipients).toHaveLength(3);
  });

  test.each(["purged", "wiped"] as const)("is silent when a user is %s", async (fate) => {
    const { id, owner, members } = await newGroupFixture(server);
    const [successor, other] = members;
    const alone = await newGroup(server, owner);
    const theirs = await newGroup(server, successor, [owner]);
    await using announcements = await recordAnnouncements(server);
    await (fate === "purged" ? purge(owner) : wipe(owner));
    const ownership = { type: "channel_ownership_changed", from: owner.id, to: successor.id };
    expect(onlyChannelEvents(summarizeAnnouncements(announcements))).toEqual([
      ["Message", `channel:${id}`, ownership],
      ["ChannelUpdate", `channel:${id}`, { id, data: { owner: successor.id }, clear: [] }],
      ["ChannelGroupLeave", `channel:${id}`, { id, user: owner.id }],
      ["ChannelDelete", `channel:${alone._id}`, { id: alone._id }],
      ["ChannelGroupLeave", `channel:${theirs._id}`, { id: theirs._id, user: owner.id }],
    ]);
    expect(await readConversations(server, owner)).toEqual([]);
    expect((await groupCalls(server, id).view(other)).body).toMatchObject({
      owner: successor.id,
      recipients: [successor.id, other.id],
    });
    expectFailure(await groupCalls(server, alone._id).view(successor), 404, "NotFound");
  });
});
