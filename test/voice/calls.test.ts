import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { newUser, type Person } from "../support/accounts/people.ts";
import { openConversation } from "../support/channels/conversations.ts";
import { newFriendOf, newGroup } from "../support/channels/groups.ts";
import { outcome } from "../support/http/expect-failure.ts";
import { anyEngine } from "../support/run/thorough.ts";
import { seconds } from "../support/server/test-clock.ts";
import { newMember } from "../support/servers/communities.ts";
import { openReadyStream } from "../support/stream/stream.ts";
import { until } from "../support/until.ts";
import { describeVoice, openVoiceServer, type VoiceServer } from "../support/voice/livekit.ts";
import { VoiceClient } from "../support/voice/voice-client.ts";
import { expectEvents, joined, left, newState, openVoiceFixture, updated } from "./fixture.ts";

setDefaultTimeout(60_000);

/** Quiet noise is far below, the tone of the test client far above. */
const audible = 1_000;

describeVoice.each([...anyEngine])("calls on %s", (engine) => {
  let server: VoiceServer;
  beforeAll(async () => {
    server = await openVoiceServer(engine);
  });
  afterAll(() => server[Symbol.asyncDispose]());

  test("members of a server hear each other, and a third member gets the events and a new client the states", async () => {
    await using fixture = await openVoiceFixture(server);
    const { owner, member, watcher, channel, stream } = fixture;
    const ann = await fixture.join(owner);
    const ben = await fixture.join(member);
    await ann.playTone();
    await until(() => (ben.heard.get(owner.id) ?? 0) > audible);
    await ben.show("camera", { width: 320, height: 240 });
    await ben.show("screen", { width: 640, height: 480 });
    const callMessage = (finished_at: unknown) => ({ type: "call_started", by: owner.id, finished_at });
    await expectEvents(stream, [
      joined(channel, owner),
      {
        type: "Message",
        _id: expect.any(String),
        channel,
        author: "00000000000000000000000000",
        system: callMessage(null),
      },
      joined(channel, member),
      updated(channel, owner, { is_publishing: true }),
      updated(channel, member, { camera: true }),
      updated(channel, member, { screensharing: true }),
    ]);
    const { stream: other, ready } = await openReadyStream(server, watcher);
    await other[Symbol.asyncDispose]();
    const participants = [
      { ...newState(owner), is_publishing: true },
      { ...newState(member), camera: true, screensharing: true },
    ];
    expect(ready.voice_states).toEqual([{ id: channel, participants }]);

    await ann.leave();
    await ben.leave();
    await expectEvents(stream, [
      left(channel, owner),
      left(channel, member),
      {
        type: "MessageUpdate",
        id: expect.any(String),
        channel,
        data: { system: callMessage(expect.any(String)) },
        clear: [],
      },
    ]);
    const types = stream.received.map(({ type }) => type);
    expect(types).not.toContain("VoiceCallUpdate");
  });

  test("a new member gets the states of the calls that they can view", async () => {
    await using fixture = await openVoiceFixture(server);
    const { owner, channel, community, stream } = fixture;
    await fixture.join(owner);
    await expectEvents(stream, [joined(channel, owner)]);
    const newcomer = await newUser(server);
    const { stream: events } = await openReadyStream(server, newcomer);
    const { body: invite } = await server.client.post(`/channels/${channel}/invites`, {}, owner);
    await server.client.post(`/invites/${invite._id}`, {}, newcomer);
    const created = await events.next("ServerCreate");
    expect(created).toMatchObject({
      id: community.id,
      voice_states: [{ id: channel, participants: [newState(owner)] }],
    });
    await events[Symbol.asyncDispose]();
  });

  test("a direct message rings for the other user, until they join or the time is over", async () => {
    const ann = await newUser(server);
    const ben = await newFriendOf(server, ann);
    const channel = (await openConversation(server, ann, ben.id)).body._id;
    const { stream } = await openReadyStream(server, ben);
    await using caller = await VoiceClient.join(server, { by: ann, channel });
    await expectEvents(stream, [
      joined(channel, ann),
      {
        type: "VoiceCallUpdate",
        initiator_id: ann.id,
        channel_id: channel,
        started_at: expect.any(String),
        ended: false,
      },
    ]);
    await using callee = await VoiceClient.join(server, { by: ben, channel });
    await callee.playTone();
    await until(() => (caller.heard.get(ben.id) ?? 0) > audible);
    await callee.leave();
    // LiveKit may report two that leave at once in either order.
    await stream.next("VoiceChannelLeave");
    await caller.leave();
    await expectEvents(stream, [
      { type: "VoiceCallUpdate", initiator_id: ann.id, channel_id: channel, started_at: null, ended: true },
    ]);
    await stream[Symbol.asyncDispose]();
  });

  test("a group rings for the named users only, and one in the call can stop it", async () => {
    const ann = await newUser(server);
    const friends = [await newFriendOf(server, ann), await newFriendOf(server, ann)] as const;
    const { _id: channel } = await newGroup(server, ann, friends);
    const [{ stream: rung }, { stream: other }] = [
      await openReadyStream(server, friends[0]),
      await openReadyStream(server, friends[1]),
    ];
    const endRing = (by: { token: string }, whom: { id: string }) =>
      server.client.put(`/channels/${channel}/end_ring/${whom.id}`, {}, by);
    expect((await endRing(ann, friends[0])).body.type).toBe("NotConnected");
    await using call = await VoiceClient.join(server, {
      by: ann,
      channel,
      body: { recipients: [friends[0].id, (await newUser(server)).id] },
    });
    await rung.next("VoiceCallUpdate");
    await other.next("VoiceChannelJoin");
    expect((await other.takeNew()).map(({ type }) => type)).not.toContain("VoiceCallUpdate");
    expect((await endRing(ann, await newUser(server))).body.type).toBe("NotFound");
    expect((await endRing(ann, friends[0])).status).toBe(204);
    server.clock.advance(seconds(31));
    await server.drain();
    await using answered = await VoiceClient.join(server, { by: friends[1], channel });
    await answered.playTone();
    await until(() => (call.heard.get(friends[1].id) ?? 0) > audible);
    await rung[Symbol.asyncDispose]();
    await other[Symbol.asyncDispose]();
  });

  test("a client that connects again keeps its place in the call", async () => {
    await using fixture = await openVoiceFixture(server);
    const { owner, channel, stream } = fixture;
    await fixture.join(owner);
    await fixture.join(owner, channel, { force_disconnect: true });
    await stream.next("VoiceChannelJoin");
    await until(async () => (await statesOf(fixture.watcher)).length === 1);
    const again = await fixture.join(owner, channel, { force_disconnect: true });
    await again.playTone();
    await stream.next("UserVoiceStateUpdate");
    expect(await statesOf(fixture.watcher)).toEqual([
      { id: channel, participants: [{ ...newState(owner), is_publishing: true }] },
    ]);
  });

  test("a full call is for those who manage the channel, also if many ask at once", async () => {
    await using fixture = await openVoiceFixture(server);
    const { channel, community, owner } = fixture;
    await server.client.patch(`/channels/${channel}`, { voice: { max_users: 3 } }, owner);
    const join = (by: Person) => server.client.post(`/channels/${channel}/join_call`, {}, by);
    const members: Person[] = [];
    for (let count = 0; count < 8; count++) members.push(await newMember(server, community));
    const answers = await Promise.all(members.map(join));
    const outcomes = answers.map(outcome).toSorted();
    expect(outcomes).toEqual([...Array(3).fill("200"), ...Array(5).fill("400 CannotJoinCall")]);
    expect(outcome(await join(owner))).toBe("200");
    // A token that was not used in time leaves its place to others.
    server.clock.advance(11_000);
    const [admitted] = members.filter((_, index) => answers[index]?.status === 400);
    expect(outcome(await join(admitted as Person))).toBe("200");
    // A user who asks again does not count twice.
    expect(outcome(await join(admitted as Person))).toBe("200");
  });

  async function statesOf(person: { token: string }) {
    const { stream, ready } = await openReadyStream(server, person);
    await stream[Symbol.asyncDispose]();
    return ready.voice_states;
  }
});
