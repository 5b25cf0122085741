import { expect, test } from "bun:test";
import { newUser, type Person } from "../../support/accounts/people.ts";
import { newFriends, openConversation } from "../../support/channels/conversations.ts";
import type { ApiResponse } from "../../support/http/client.ts";
import { expectFailure } from "../../support/http/expect-failure.ts";
import { lastMessageOf, readMessages } from "../../support/messages/messages.ts";
import { newRoom, postMessage, sendMessage } from "../../support/messages/sending.ts";
import { anyEngine } from "../../support/run/thorough.ts";
import { describeServer } from "../../support/server/describe-server.ts";
import { hours } from "../../support/server/test-clock.ts";
import { openReadyStream } from "../../support/stream/stream.ts";
import { changeRelationship, setRelationship } from "../../support/users/relationship-transitions.ts";

/** The event of a message for a receiver with this relation to its author. */
const messageEvent = ({ user, ...body }: ApiResponse["body"], relationship: string) => ({
  type: "Message",
  ...body,
  user: { ...user, relationship },
});

const draft = { content: "Hello." };
const permission = { permission: "SendMessage" };

describeServer("where messages can be sent,", anyEngine, (server) => {
  async function newConversation() {
    const [one, two] = await newFriends(server);
    const { body } = await openConversation(server, one, two.id);
    return { one, two, channel: body._id as string };
  }
  const expectRefused = async (response: Promise<ApiResponse>) =>
    expectFailure(await response, 403, "MissingPermission", permission);
  const close = (by: Person, channel: string) => server.client.delete(`/channels/${channel}`, {}, by);

  test("to a friend, who gets the author with it", async () => {
    const { one, two, channel } = await newConversation();
    const { stream } = await openReadyStream(server, two);
    const { status, body } = await postMessage(server, { by: one, channel }, draft);
    expect({ status, body }).toMatchObject({ status: 200, body: { user: { relationship: "None" } } });
    expect(body).not.toHaveProperty("member");
    expect(await stream.takeNew()).toEqual([messageEvent(body, "Friend")]);
    expect(await lastMessageOf(server, channel)).toBe(body._id);
    await stream[Symbol.asyncDispose]();
  });

  test("not to a user who has blocked the author or is blocked by the author", async () => {
    const { one, two, channel } = await newConversation();
    await changeRelationship(server, "block", [one, two]);
    const { stream } = await openReadyStream(server, two);
    for (const by of [one, two]) await expectRefused(postMessage(server, { by, channel }, draft));
    expect(await stream.takeNew()).toEqual([]);
    expect(await readMessages(server, channel)).toEqual([]);
    await stream[Symbol.asyncDispose]();
  });

  test("not to a former friend, nor by users who are not recipients", async () => {
    const { one, two, channel } = await newConversation();
    await changeRelationship(server, "remove", [one, two]);
    for (const by of [one, two, await newUser(server)])
      await expectRefused(postMessage(server, { by, channel }, draft));
    await setRelationship(server, "Friend/Friend", [one, two]);
    expect((await postMessage(server, { by: two, channel }, draft)).status).toBe(200);
  });

  test("a closed direct message opens again, before the message is announced", async () => {
    const { one, two, channel } = await newConversation();
    expect((await close(two, channel)).status).toBe(204);
    const { stream } = await openReadyStream(server, two);
    const { body } = await postMessage(server, { by: one, channel }, draft);
    expect(await stream.takeNew()).toEqual([
      { type: "ChannelUpdate", id: channel, data: { active: true }, clear: [] },
      messageEvent(body, "Friend"),
    ]);
    const { body: reopened } = await server.client.get(`/channels/${channel}`, two);
    expect(reopened).toMatchObject({ active: true, last_message_id: body._id });
    const { body: more } = await postMessage(server, { by: two, channel }, draft);
    expect(await stream.takeNew()).toEqual([messageEvent(more, "User")]);
    await stream[Symbol.asyncDispose]();
  });

  test("to the user's own saved messages", async () => {
    const person = await newUser(server);
    const { body: savedMessages } = await openConversation(server, person, person.id);
    const { stream } = await openReadyStream(server, person);
    const { body } = await postMessage(server, { by: person, channel: savedMessages._id }, draft);
    expect(await stream.takeNew()).toEqual([messageEvent(body, "User")]);
    await expectRefused(
      postMessage(server, { by: await newUser(server), channel: savedMessages._id }, draft),
    );
    await stream[Symbol.asyncDispose]();
  });

  test("in a server by members who can view the channel and have no timeout", async () => {
    const { id, channel, owner, member, setPermissions } = await newRoom(server);
    await expectRefused(postMessage(server, { by: await newUser(server), channel }, draft));
    const until = new Date(server.clock.now() + hours(1)).toISOString();
    const path = `/servers/${id}/members/${member.id}`;
    expect((await server.client.patch(path, { timeout: until }, owner)).status).toBe(200);
    await expectRefused(postMessage(server, { by: member, channel }, draft));
    await server.client.patch(path, { remove: ["Timeout"] }, owner);
    await sendMessage(server, { by: member, channel }, draft);
    await setPermissions([], ["ViewChannel"]);
    await expectRefused(postMessage(server, { by: member, channel }, draft));
    await sendMessage(server, { by: owner, channel }, draft);
    await setPermissions([], ["SendMessage"]);
    await expectRefused(postMessage(server, { by: member, channel }, draft));
    await server.client.delete(`/servers/${id}`, {}, member);
    await expectRefused(postMessage(server, { by: member, channel }, draft));
    await server.client.delete(`/channels/${channel}`, {}, owner);
    expectFailure(await postMessage(server, { by: owner, channel }, draft), 404, "NotFound");
  });
});
