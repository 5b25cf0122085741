import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { updateServer } from "../../src/domains/servers/store/servers.ts";
import { topic } from "../../src/protocol/event.ts";
import { engines } from "../support/engines.ts";
import { newGroupFixture } from "../support/groups.ts";
import { newUser } from "../support/people.ts";
import { recordAnnouncements } from "../support/record-announcements.ts";
import { addRole } from "../support/roles.ts";
import { mentionsOf, newRoom } from "../support/sending.ts";
import { openServer, type TestServer } from "../support/server.ts";
import { execute, newWebhook } from "../support/webhooks.ts";

const content = "Hello.";

describe.each([...engines])("mentions of webhooks on %s", (engine) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await openServer(engine);
  });
  afterAll(() => server[Symbol.asyncDispose]());

  test("reach users, everyone and roles without any permission", async () => {
    const place = await newRoom(server);
    const spare = await newWebhook(server, place.owner, place);
    const role = await addRole(server, place, { rank: 1, holders: [place.member] });
    const stranger = (await newUser(server)).id;
    const { body } = await execute(server, spare, {
      content: `<@${place.member.id}> <@${stranger}> <%${role}> @everyone @online`,
    });
    expect(body).toMatchObject({ mentions: [place.member.id], role_mentions: [role], flags: 4 + 8 });
    expect(await mentionsOf(server, body._id)).toEqual([place.member.id, role, "everyone"].toSorted());
    const flagged = await execute(server, spare, { content, flags: 4 });
    expect(flagged.body.flags).toBe(4);
    const silent = await execute(server, spare, { content: `<@${place.member.id}>`, flags: 2 });
    expect(silent.body).toMatchObject({ flags: 2, mentions: [place.member.id] });
    expect(await mentionsOf(server, silent.body._id)).toEqual([]);
  });

  test("work in discoverable servers, however new the webhook is", async () => {
    const place = await newRoom(server);
    await server.running.store.write((tx) => updateServer(tx, place.id, { discoverable: 1 }));
    const spare = await newWebhook(server, place.owner, place);
    const { body } = await execute(server, spare, { content: `<@${place.member.id}>` });
    expect(body.mentions).toEqual([place.member.id]);
  });

  test("reach all recipients of a group", async () => {
    const { id: channel, owner, members } = await newGroupFixture(server);
    const spare = await newWebhook(server, owner, { channel });
    const stranger = await newUser(server);
    await using all = await recordAnnouncements(server);
    const { body } = await execute(server, spare, { content: `@everyone <@${stranger.id}>` });
    expect(all.take()).toMatchObject([{ name: "Message", topics: [topic.channel(channel)] }]);
    expect(body).toMatchObject({ author: spare.id, channel });
    expect(body).not.toHaveProperty("mentions");
    const told = [owner, ...members].map(({ id }) => id);
    expect(await mentionsOf(server, body._id)).toEqual(told.toSorted());
  });
});
