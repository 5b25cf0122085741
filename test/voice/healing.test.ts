import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { listStates } from "../../src/domains/voice/store/states.ts";
import { expectFailure } from "../support/http/expect-failure.ts";
import { anyEngine } from "../support/run/thorough.ts";
import { newHome } from "../support/server/engines.ts";
import { openServer, type TestServer } from "../support/server/server.ts";
import { seconds } from "../support/server/test-clock.ts";
import { openReadyStream, type Packet } from "../support/stream/stream.ts";
import {
  describeVoice,
  ingressOf,
  notify,
  openVoiceServer,
  type VoiceServer,
} from "../support/voice/livekit.ts";
import { voiceNodeOn } from "../support/voice/voice-config.ts";
import { expectEvents, joined, left, openVoiceFixture } from "./fixture.ts";

setDefaultTimeout(60_000);

const finished = (channel: string, by: { id: string }): Packet => ({
  type: "MessageUpdate",
  id: expect.any(String),
  channel,
  data: { system: { type: "call_started", by: by.id, finished_at: expect.any(String) } },
  clear: [],
});

/** Lets the calls be compared with the rooms. */
async function reconcile(server: TestServer): Promise<void> {
  server.clock.advance(seconds(6));
  await server.drain();
}

const statesIn = ({ running }: Pick<TestServer, "running">, channel: string) =>
  running.store.read((db) => listStates(db, [channel]));

describeVoice.each([...anyEngine])("calls on %s", (engine) => {
  let server: VoiceServer;
  beforeAll(async () => {
    server = await openVoiceServer(engine);
  });
  afterAll(() => server[Symbol.asyncDispose]());

  test("end when LiveKit has lost its rooms", async () => {
    await using fixture = await openVoiceFixture(server);
    const { owner, member, channel, stream } = fixture;
    const clients = [await fixture.join(owner), await fixture.join(member)];
    await expectEvents(stream, [joined(channel, owner), joined(channel, member)]);
    await server.liveKit.kill();
    for (const client of clients) await client.leave();
    await reconcile(server);
    expect(await statesIn(server, channel)).toHaveLength(2);
    await server.liveKit.start();
    await reconcile(server);
    await expectEvents(stream, [left(channel, owner), left(channel, member), finished(channel, owner)]);
    await fixture.join(member);
    await expectEvents(stream, [joined(channel, member)]);
  });

  test("end when LiveKit does not answer for half a minute", async () => {
    await using fixture = await openVoiceFixture(server);
    const { member, channel, stream } = fixture;
    const client = await fixture.join(member);
    await expectEvents(stream, [joined(channel, member)]);
    await server.liveKit.kill();
    await client.leave();
    for (let count = 0; count < 5; count++) await reconcile(server);
    expect(await statesIn(server, channel)).toHaveLength(1);
    await reconcile(server);
    await expectEvents(stream, [left(channel, member), finished(channel, member)]);
    const path = `/channels/${channel}/join_call`;
    expectFailure(await server.client.post(path, {}, fixture.owner), 400, "LiveKitUnavailable");
    await server.liveKit.start();
    await fixture.join(member);
    await expectEvents(stream, [joined(channel, member)]);
  });

  test("end when their node is no longer configured", async () => {
    const withNode = (name: string) => ({ voice: { mode: "nodes", nodes: [voiceNodeOn(1, name)] } });
    for (const config of [withNode("present"), {}]) {
      const home = await newHome(engine);
      const before = await openServer(engine, { home, config: withNode("former") });
      const { channel, member, watcher, ...fixture } = await openVoiceFixture(before);
      const participant = { sid: "PA_here", identity: member.id, joinedAtMs: before.clock.now() };
      const arrival = { event: "participant_joined", room: { name: channel }, participant };
      expect((await notify(ingressOf(before.url, "former"), arrival)).status).toBe(204);
      expect(await statesIn(before, channel)).toHaveLength(1);
      await fixture[Symbol.asyncDispose]();
      await before.stop();

      const server = await openServer(engine, { home, config });
      await reconcile(server);
      expect(await statesIn(server, channel)).toEqual([]);
      const { stream, ready } = await openReadyStream(server, watcher);
      expect(ready.voice_states).toEqual([]);
      await stream[Symbol.asyncDispose]();
      await server.stop();
      home.remove();
    }
  });
});
