import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { ApiResponse } from "../support/client.ts";
import { newFriends, openConversation } from "../support/conversations.ts";
import { engines } from "../support/engines.ts";
import { expectFailure } from "../support/expect-failure.ts";
import { lastMessageOf, readMessages } from "../support/messages.ts";
import { newUser, type Person } from "../support/people.ts";
import { changeRelationship, setRelationship } from "../support/relationship-transitions.ts";
import { runCommand } from "../support/run-command.ts";
import { newRoom, postMessage, sendMessage } from "../support/sending.ts";
import { openServer, type TestServer } from "../support/server.ts";
import { openReadyStream } from "../support/stream.ts";
import { hours } from "../support/test-clock.ts";

const draft = { content: "Hello." };
const permission = { permission: "SendMessage" };

for (const engine of engines) {
  describe(`where messages can be sent, on ${engine}`, () => {
    let server: TestServer;
    beforeAll(async () => {
      server = await openServer(engine);
    });
    afterAll(() => server[Symbol.asyncDispose]());

    async function newTalk() {
      const [one, two] = await newFriends(server);
      const { body } = await openConversation(server, one, two.id);
      return { one, two, to: body._id as string };
    }
    const expectRefused = async (answer: Promise<ApiResponse>) =>
      expectFailure(await answer, 403, "MissingPermission", permission);
    const close = (by: Person, channel: string) => server.client.delete(`/channels/${channel}`, {}, by);

    test("to a friend, who gets the author with it", async () => {
      const { one, two, to } = await newTalk();
      const { stream } = await openReadyStream(server, two);
      const { status, body } = await postMessage(server, { by: one, channel: to }, draft);
      expect({ status, body }).toMatchObject({ status: 200, body: { user: { relationship: "None" } } });
      expect(body).not.toHaveProperty("member");
      expect(await stream.takeNew()).toEqual([{ type: "Message", ...body }]);
      expect(await lastMessageOf(server, to)).toBe(body._id);
      await stream[Symbol.asyncDispose]();
    });

    test("not where one of the two has blocked the other", async () => {
      const { one, two, to } = await newTalk();
      await changeRelationship(server, "block", [one, two]);
      const { stream } = await openReadyStream(server, two);
      for (const by of [one, two]) await expectRefused(postMessage(server, { by, channel: to }, draft));
      expect(await stream.takeNew()).toEqual([]);
      expect(await readMessages(server, to)).toEqual([]);
      await stream[Symbol.asyncDispose]();
    });

    test("not to a former friend, nor by others", async () => {
      const { one, two, to } = await newTalk();
      await changeRelationship(server, "remove", [one, two]);
      for (const by of [one, two, await newUser(server)])
        await expectRefused(postMessage(server, { by, channel: to }, draft));
      await setRelationship(server, "Friend/Friend", [one, two]);
      expect((await postMessage(server, { by: two, channel: to }, draft)).status).toBe(200);
    });

    test("by privileged users, in conversations of others too", async () => {
      const { to } = await newTalk();
      const operator = await newUser(server);
      await runCommand(server, "users", "promote", operator.id);
      expect((await postMessage(server, { by: operator, channel: to }, draft)).status).toBe(200);
    });

    test("a closed direct message opens again, before the message is announced", async () => {
      const { one, two, to } = await newTalk();
      expect((await close(two, to)).status).toBe(204);
      const { stream } = await openReadyStream(server, two);
      const { body } = await postMessage(server, { by: one, channel: to }, draft);
      expect(await stream.takeNew()).toEqual([
        { type: "ChannelUpdate", id: to, data: { active: true }, clear: [] },
        { type: "Message", ...body },
      ]);
      const { body: channel } = await server.client.get(`/channels/${to}`, two);
      expect(channel).toMatchObject({ active: true, last_message_id: body._id });
      const { body: more } = await postMessage(server, { by: two, channel: to }, draft);
      expect(await stream.takeNew()).toEqual([{ type: "Message", ...more }]);
      await stream[Symbol.asyncDispose]();
    });

    test("to oneself", async () => {
      const person = await newUser(server);
      const { body: notes } = await openConversation(server, person, person.id);
      const { stream } = await openReadyStream(server, person);
      const { body } = await postMessage(server, { by: person, channel: notes._id }, draft);
      expect(await stream.takeNew()).toEqual([{ type: "Message", ...body }]);
      await expectRefused(postMessage(server, { by: await newUser(server), channel: notes._id }, draft));
      await stream[Symbol.asyncDispose]();
    });

    test("in a server by members who can view the channel and have no timeout", async () => {
      const { id, channel: to, owner, member, setPermissions } = await newRoom(server);
      await expectRefused(postMessage(server, { by: await newUser(server), channel: to }, draft));
      const until = new Date(server.clock.now() + hours(1)).toISOString();
      const path = `/servers/${id}/members/${member.id}`;
      expect((await server.client.patch(path, { timeout: until }, owner)).status).toBe(200);
      await expectRefused(postMessage(server, { by: member, channel: to }, draft));
      await server.client.patch(path, { remove: ["Timeout"] }, owner);
      await sendMessage(server, { by: member, channel: to }, draft);
      await setPermissions([], ["ViewChannel"]);
      await expectRefused(postMessage(server, { by: member, channel: to }, draft));
      await sendMessage(server, { by: owner, channel: to }, draft);
      await setPermissions([], ["SendMessage"]);
      await expectRefused(postMessage(server, { by: member, channel: to }, draft));
      await server.client.delete(`/servers/${id}`, {}, member);
      await expectRefused(postMessage(server, { by: member, channel: to }, draft));
      await server.client.delete(`/channels/${to}`, {}, owner);
      expectFailure(await postMessage(server, { by: owner, channel: to }, draft), 404, "NotFound");
    });
  });
}
