import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { newUser, type Person } from "../support/accounts/people.ts";
import { newFriendOf, newGroup } from "../support/channels/groups.ts";
import { type Browser, openPushService, type PushService } from "../support/push/push-service.ts";
import { drainJobs, subscribe } from "../support/push/push-subscriptions.ts";
import { seconds } from "../support/server/test-clock.ts";
import { openReadyStream, type StreamClient } from "../support/stream/stream.ts";
import { describeVoice, openVoiceServer, type VoiceServer } from "../support/voice/livekit.ts";
import { VoiceClient } from "../support/voice/voice-client.ts";
import { openVoiceFixture } from "./fixture.ts";

setDefaultTimeout(60_000);

interface Ringer extends Person {
  readonly browser: Browser;
  readonly stream: StreamClient;
}

describeVoice("ringing", () => {
  let service: PushService;
  let server: VoiceServer;
  beforeAll(async () => {
    service = await openPushService();
    server = await openVoiceServer("sqlite", { config: service.config });
  });
  afterAll(async () => {
    await server[Symbol.asyncDispose]();
    await service[Symbol.asyncDispose]();
  });

  async function equip(person: Person): Promise<Ringer> {
    const browser = await subscribe(server, service, person);
    const { stream } = await openReadyStream(server, person);
    return { ...person, browser, stream };
  }

  /** A group of four, each with a device and a stream. The last has blocked the first. */
  async function openGroup() {
    const ann = await newUser(server);
    const friends: Person[] = [];
    for (let count = 0; count < 3; count++) friends.push(await newFriendOf(server, ann));
    const { _id: channel } = await newGroup(server, ann, friends);
    const ringers: Ringer[] = [];
    for (const person of [ann, ...friends]) ringers.push(await equip(person));
    const [caller, ben, cleo, blocker] = ringers as [Ringer, Ringer, Ringer, Ringer];
    await server.client.put(`/users/${caller.id}/block`, {}, blocker);
    return {
      channel,
      caller,
      ben,
      cleo,
      blocker,
      /** The pushes about calls since the last call, by user. */
      async takePushes() {
        await drainJobs(server);
        return ringers.map(({ browser }) =>
          browser
            .notifications()
            .filter(({ channel_id }) => channel_id === channel)
            .map(({ initiator_id, started_at, ended }) => ({ initiator_id, started_at, ended })),
        );
      },
      takeCallUpdates: async () =>
        await Promise.all(
          ringers.map(async ({ stream }) =>
            (await stream.takeNew()).filter(({ type }) => type.startsWith("VoiceCall")),
          ),
        ),
      join: async (by: Ringer, body: object = {}) => {
        const client = await VoiceClient.join(server, { by, channel, body });
        await caller.stream.next("VoiceChannelJoin");
        return client;
      },
      leave: async (client: VoiceClient) => {
        await client.leave();
        await caller.stream.next("VoiceChannelLeave");
      },
      async [Symbol.asyncDispose]() {
        for (const { stream } of ringers) await stream[Symbol.asyncDispose]();
      },
    };
  }

  test("a call rings for all users in the conversation but the caller and those who blocked them", async () => {
    await using group = await openGroup();
    const { caller, ben, channel } = group;
    const call = await group.join(caller);
    const started_at = expect.any(String);
    const ring = { initiator_id: caller.id, started_at, ended: false };
    expect(await group.takePushes()).toEqual([[], [ring], [ring], []]);
    const update = { type: "VoiceCallUpdate", channel_id: channel, ...ring };
    expect(await group.takeCallUpdates()).toEqual([[], [update], [update], []]);

    const answered = await group.join(ben);
    const stop = { initiator_id: caller.id, started_at: null, ended: true };
    expect(await group.takePushes()).toEqual([[], [stop], [], []]);
    server.clock.advance(seconds(31));
    expect(await group.takePushes()).toEqual([[], [], [stop], []]);
    expect(await group.takeCallUpdates()).toEqual([[], [], [], []]);

    await group.leave(call);
    expect(await group.takePushes()).toEqual([[], [], [], []]);
    await group.leave(answered);
    const end = { ...stop, initiator_id: ben.id };
    expect(await group.takePushes()).toEqual([[end], [], [end], [end]]);
    const ended = { type: "VoiceCallUpdate", channel_id: channel, ...end };
    expect(await group.takeCallUpdates()).toEqual([[ended], [ended], [ended], [ended]]);
    // Whoever has not answered is not told again when the time is over.
    server.clock.advance(seconds(31));
    expect(await group.takePushes()).toEqual([[], [], [], []]);
  });

  test("a call rings for the named users who are in the conversation, and end_ring stops it for one", async () => {
    await using group = await openGroup();
    const { caller, ben, cleo, blocker, channel } = group;
    const outsider = await equip(await newFriendOf(server, caller));
    const named = [ben, cleo, caller, blocker, outsider].map(({ id }) => id);
    await using call = await group.join(caller, { recipients: named });
    const ring = { initiator_id: caller.id, started_at: expect.any(String), ended: false };
    expect(await group.takePushes()).toEqual([[], [ring], [ring], []]);
    expect(outsider.browser.requests).toEqual([]);
    await group.takeCallUpdates();

    const { status } = await server.client.put(`/channels/${channel}/end_ring/${ben.id}`, {}, caller);
    expect(status).toBe(204);
    const stop = { initiator_id: caller.id, started_at: null, ended: true };
    expect(await group.takePushes()).toEqual([[], [stop], [], []]);
    const stopped = { type: "VoiceCallUpdate", channel_id: channel, ...stop };
    expect(await group.takeCallUpdates()).toEqual([[], [stopped], [], []]);
    server.clock.advance(seconds(31));
    expect(await group.takePushes()).toEqual([[], [], [stop], []]);
    expect(call.disconnected).toBe(false);
    await outsider.stream[Symbol.asyncDispose]();
  });

  test("whoever declines rings no longer anywhere, and only the caller is told", async () => {
    await using group = await openGroup();
    const { caller, ben, cleo, blocker, channel } = group;
    const decline = async (by: Person, whom = by) =>
      (await server.client.put(`/channels/${channel}/end_ring/${whom.id}`, {}, by)).body?.type;
    expect(await decline(ben)).toBe("NotConnected");
    await using call = await group.join(caller);
    const otherDevice = (await openReadyStream(server, ben)).stream;
    await group.takePushes();
    await group.takeCallUpdates();

    // Only for oneself, and only while it rings.
    expect(await decline(ben, cleo)).toBe("NotConnected");
    expect(await decline(blocker)).toBe("NotConnected");
    expect(await decline(ben)).toBeUndefined();
    expect(await decline(ben)).toBe("NotConnected");
    const stop = { initiator_id: caller.id, started_at: null, ended: true };
    const stopped = { type: "VoiceCallUpdate", channel_id: channel, ...stop };
    const declined = { type: "VoiceCallDecline", channel_id: channel, user: ben.id };
    expect(await group.takePushes()).toEqual([[], [stop], [], []]);
    expect(await group.takeCallUpdates()).toEqual([[declined], [stopped], [], []]);
    expect((await otherDevice.takeNew()).map(({ type }) => type)).toEqual(["VoiceCallUpdate"]);
    await otherDevice[Symbol.asyncDispose]();

    // It keeps ringing for the other, and somebody who has declined can still join.
    server.clock.advance(seconds(31));
    expect(await group.takePushes()).toEqual([[], [], [stop], []]);
    await using answer = await group.join(ben);
    expect([call.disconnected, answer.disconnected]).toEqual([false, false]);
  });

  test("a call that rings for nobody begins nevertheless", async () => {
    await using group = await openGroup();
    const { caller, blocker } = group;
    await using call = await group.join(caller, { recipients: [blocker.id] });
    expect(await group.takePushes()).toEqual([[], [], [], []]);
    expect(await group.takeCallUpdates()).toEqual([[], [], [], []]);
    expect(call.disconnected).toBe(false);
  });

  test("nobody is rung whom the caller did not name, or whom a later participant names", async () => {
    await using group = await openGroup();
    const { caller, ben, cleo } = group;
    await using _first = await group.join(caller, { recipients: [ben.id] });
    const ring = { initiator_id: caller.id, started_at: expect.any(String), ended: false };
    expect(await group.takePushes()).toEqual([[], [ring], [], []]);
    await using _second = await group.join(ben, { recipients: [cleo.id] });
    const stop = { initiator_id: caller.id, started_at: null, ended: true };
    expect(await group.takePushes()).toEqual([[], [stop], [], []]);
  });

  test("a call that ends while it rings stops ringing", async () => {
    await using group = await openGroup();
    const { caller } = group;
    const call = await group.join(caller);
    await group.takePushes();
    await group.leave(call);
    const end = { initiator_id: caller.id, started_at: null, ended: true };
    expect(await group.takePushes()).toEqual([[], [end], [end], []]);
  });

  test("a call in a server rings for nobody", async () => {
    await using fixture = await openVoiceFixture(server);
    const member = await equip(fixture.member);
    await fixture.join(fixture.owner);
    await fixture.stream.next("VoiceChannelJoin");
    await drainJobs(server);
    expect(member.browser.requests).toEqual([]);
    expect((await member.stream.takeNew()).map(({ type }) => type)).not.toContain("VoiceCallUpdate");
    await member.stream[Symbol.asyncDispose]();
  });
});
