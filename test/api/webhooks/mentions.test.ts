import { expect, test } from "bun:test";
import { updateServer } from "../../../src/domains/members/index.ts";
import { topic } from "../../../src/visibility/announcement.ts";
import { newUser } from "../../support/accounts/people.ts";
import { newGroupFixture } from "../../support/channels/groups.ts";
import { mentionsOf, newRoom } from "../../support/messages/sending.ts";
import { anyEngine } from "../../support/run/thorough.ts";
import { describeServer } from "../../support/server/describe-server.ts";
import { addRole } from "../../support/servers/roles.ts";
import { recordAnnouncements } from "../../support/stream/record-announcements.ts";
import { execute, newWebhook } from "../../support/webhooks/webhooks.ts";

const content = "Hello.";

describeServer("mentions of webhooks", anyEngine, (server) => {
  test("reach users, everyone and roles without any permission", async () => {
    const community = await newRoom(server);
    const webhook = await newWebhook(server, community.owner, community);
    const role = await addRole(server, community, { rank: 1, holders: [community.member] });
    const stranger = (await newUser(server)).id;
    const { body } = await execute(server, webhook, {
      content: `<@${community.member.id}> <@${stranger}> <%${role}> @everyone @online`,
    });
    expect(body).toMatchObject({ mentions: [community.member.id], role_mentions: [role], flags: 4 + 8 });
    expect(await mentionsOf(server, body._id)).toEqual([community.member.id, role, "everyone"].toSorted());
    const flagged = await execute(server, webhook, { content, flags: 4 });
    expect(flagged.body.flags).toBe(4);
    const silent = await execute(server, webhook, { content: `<@${community.member.id}>`, flags: 2 });
    expect(silent.body).toMatchObject({ flags: 2, mentions: [community.member.id] });
    expect(await mentionsOf(server, silent.body._id)).toEqual([]);
  });

  test("work in discoverable servers, also for a new webhook", async () => {
    const community = await newRoom(server);
    await server.running.store.write((tx) => updateServer(tx, community.id, { discoverable: 1 }));
    const webhook = await newWebhook(server, community.owner, community);
    const { body } = await execute(server, webhook, { content: `<@${community.member.id}>` });
    expect(body.mentions).toEqual([community.member.id]);
  });

  test("reach all recipients of a group", async () => {
    const { id: channel, owner, members } = await newGroupFixture(server);
    const webhook = await newWebhook(server, owner, { channel });
    const stranger = await newUser(server);
    await using announcements = await recordAnnouncements(server);
    const { body } = await execute(server, webhook, { content: `@everyone <@${stranger.id}>` });
    expect(announcements.take()).toMatchObject([{ name: "Message", topics: [topic.channel(channel)] }]);
    expect(body).toMatchObject({ author: webhook.id, channel });
    expect(body).not.toHaveProperty("mentions");
    const recipientIds = [owner, ...members].map(({ id }) => id);
    expect(await mentionsOf(server, body._id)).toEqual(recipientIds.toSorted());
  });
});
