import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { randomUUID } from "node:crypto";
import { listStates } from "../../src/domains/voice/store/states.ts";
import type { Participant } from "../../src/platform/voice/port.ts";
import { dumpTables } from "../support/database/dump-tables.ts";
import { recordAnnouncements } from "../support/stream/record-announcements.ts";
import { until } from "../support/until.ts";
import {
  describeVoice,
  ingressOf,
  openVoiceServer,
  signNotification as sign,
  type VoiceServer,
} from "../support/voice/livekit.ts";
import { secret } from "../support/voice/voice-config.ts";
import { openVoiceFixture, type VoiceFixture } from "./fixture.ts";

setDefaultTimeout(60_000);

type Fields = Record<string, unknown>;

describeVoice("notifications of a voice node", () => {
  let server: VoiceServer;
  let fixture: VoiceFixture;
  /** The member, whose stay in the call is real. */
  let present: Participant;
  let callToken: string;
  beforeAll(async () => {
    server = await openVoiceServer("sqlite");
    fixture = await openVoiceFixture(server);
    const client = await fixture.join(fixture.member);
    await client.playTone();
    await fixture.stream.next("UserVoiceStateUpdate");
    const [node] = server.running.services.voice?.all ?? [];
    const [participant] = (await node?.listParticipants(fixture.channel)) ?? [];
    if (!participant) throw new Error("nobody is in the call");
    present = participant;
    const path = `/channels/${fixture.channel}/join_call`;
    callToken = (await server.client.post(path, {}, fixture.owner)).body.token;
  });
  afterAll(async () => {
    await fixture[Symbol.asyncDispose]();
    await server[Symbol.asyncDispose]();
  });

  const now = () => Math.floor(server.clock.now() / 1_000);
  /** The end of the member's stay, as LiveKit would report it. */
  const report = (changes: Fields = {}): Fields => ({
    id: randomUUID(),
    event: "participant_left",
    createdAt: now(),
    room: { name: fixture.channel },
    participant: { sid: present.sid, identity: fixture.member.id, joinedAtMs: present.joinedAt },
    ...changes,
  });
  const track = () => ({ sid: present.tracks[0]?.sid, source: "MICROPHONE", type: "AUDIO" });

  const send = async (body: string, authorization?: string, url = ingressOf(server.url)) => {
    const headers: Record<string, string> = authorization === undefined ? {} : { authorization };
    const response = await fetch(url, { method: "POST", body, headers });
    const text = await response.text();
    return response.status < 300 ? response.status : `${response.status} ${JSON.parse(text).type}`;
  };
  const sendSigned = async (fields: Fields) => {
    const body = JSON.stringify(fields);
    return await send(body, await sign(body));
  };
  /** The tables, without the ids of the notifications that were received. */
  const dumpEffects = async () => {
    const { voice_notifications: _, ...tables } = await dumpTables(server);
    return tables;
  };
  const participantsOf = (channel: string) => server.running.store.read((db) => listStates(db, [channel]));

  const unsigned = "401 NotAuthenticated";
  /** Sends the report with a signature that is made in another way. */
  const forging = (signature: (body: string) => Promise<string> | string) => async () => {
    const body = JSON.stringify(report());
    return await send(body, await signature(body));
  };
  const forgeries: [string, () => Promise<unknown>, string][] = [
    ["without a signature", () => send(JSON.stringify(report())), unsigned],
    ["with an empty signature", forging(() => ""), unsigned],
    ["with something else as a signature", forging(() => "x.y.z"), unsigned],
    ["signed with another secret", forging((body) => sign(body, { by: `${secret}!` })), unsigned],
    ["signed for another key", forging((body) => sign(body, { name: "otherkey" })), unsigned],
    ["with the signature of another body", forging(() => sign("{}")), unsigned],
    ["with a signature that has expired", forging((body) => sign(body, { ttl: "-120s" })), unsigned],
    ["with the token of a participant", forging(() => callToken), unsigned],
    [
      "for a node that does not exist",
      async () => {
        const body = JSON.stringify(report());
        return send(body, await sign(body), `${server.url}/livekit-ingress/nowhere`);
      },
      "404 NotFound",
    ],
    [
      "with a body above the limit",
      () => sendSigned(report({ padding: "x".repeat(server.running.services.config.http.body_limit) })),
      "413 PayloadTooLarge",
    ],
    ["that is not JSON", async () => send("{", await sign("{")), unsigned],
    ["that is no notification", () => sendSigned({ event: 5 }), unsigned],
    [
      "from more than five minutes ago",
      () => sendSigned(report({ createdAt: now() - 301 })),
      "400 InvalidOperation",
    ],
  ];
  test.each(forgeries)("one %s is refused, and changes nothing", async (_, forge, refusal) => {
    const before = await dumpTables(server);
    await using announced = await recordAnnouncements(server);
    expect(await forge()).toBe(refusal);
    expect(await dumpTables(server)).toEqual(before);
    expect(announced.take()).toEqual([]);
  });

  const withoutEffect: [string, () => Fields][] = [
    [
      "the end of an earlier stay",
      () => report({ participant: { sid: "PA_earlier", identity: fixture.member.id } }),
    ],
    [
      "the track of an earlier stay",
      () =>
        report({
          event: "track_published",
          participant: { sid: "PA_earlier", identity: fixture.member.id },
          track: { ...track(), sid: "TR_other", source: "CAMERA", type: "VIDEO" },
        }),
    ],
    [
      "the end of a track of an earlier stay",
      () =>
        report({
          event: "track_unpublished",
          participant: { sid: "PA_earlier", identity: fixture.member.id },
          track: track(),
        }),
    ],
    [
      "the beginning of an earlier stay",
      () =>
        report({
          event: "participant_joined",
          participant: { sid: "PA_earlier", identity: fixture.member.id, joinedAtMs: present.joinedAt - 1 },
        }),
    ],
    ["the beginning of the present stay, again", () => report({ event: "participant_joined" })],
    [
      "the end of a room before the present one",
      () => report({ event: "room_finished", createdAt: Math.floor(present.joinedAt / 1_000) - 10 }),
    ],
    ["an event of another kind", () => report({ event: "egress_started" })],
    ["an event of a room that is no channel", () => report({ room: { name: "lobby" } })],
  ];
  test.each(withoutEffect)("%s has no effect", async (_, fields) => {
    const before = await dumpEffects();
    await using announced = await recordAnnouncements(server);
    expect(await sendSigned(fields())).toBe(204);
    expect(await dumpEffects()).toEqual(before);
    expect(announced.take()).toEqual([]);
  });

  test("one that comes again is refused, also with another signature", async () => {
    const mute = report({ event: "track_muted", track: { ...track(), muted: true } });
    expect(await sendSigned(mute)).toBe(204);
    const unmute = report({ event: "track_unmuted", track: track() });
    expect(await sendSigned(unmute)).toBe(204);
    const before = await dumpTables(server);
    await using announced = await recordAnnouncements(server);
    expect(await sendSigned(mute)).toBe("400 InvalidOperation");
    expect(await dumpTables(server)).toEqual(before);
    expect(announced.take()).toEqual([]);
  });

  test("a stay whose end was reported does not begin again", async () => {
    const { owner } = fixture;
    const channel = await fixture.newVoiceChannel();
    const participant = { sid: "PA_short", identity: owner.id, joinedAtMs: server.clock.now() };
    const about = { room: { name: channel }, participant };
    expect(await sendSigned(report(about))).toBe(204);
    expect(await sendSigned(report({ ...about, event: "participant_joined" }))).toBe(204);
    expect(await participantsOf(channel)).toEqual([]);
  });

  test("an authentic one takes effect", async () => {
    const channel = await fixture.newVoiceChannel();
    const participant = { sid: "PA_new", identity: fixture.owner.id, joinedAtMs: server.clock.now() };
    const about = { room: { name: channel }, participant };
    expect(await sendSigned(report({ ...about, event: "participant_joined" }))).toBe(204);
    expect((await fixture.stream.next("VoiceChannelJoin")).id).toBe(fixture.channel);
    expect((await fixture.stream.next("VoiceChannelJoin")).id).toBe(channel);
    // LiveKit knows nothing of this participant, and so the next comparison removes them.
    server.clock.advance(5_000);
    await until(async () => (await participantsOf(channel)).length === 0);
  });
});
