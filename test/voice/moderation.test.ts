import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { findMove } from "../../src/domains/voice/store/joins.ts";
import { listStates, listStatesOf } from "../../src/domains/voice/store/states.ts";
import { permission } from "../../src/permissions/bits.ts";
import { logIn, newTicket, newUser } from "../support/accounts/people.ts";
import { putPermissions } from "../support/channels/channel-calls.ts";
import { openConversation } from "../support/channels/conversations.ts";
import { newFriendOf, newGroup } from "../support/channels/groups.ts";
import { expectFailure } from "../support/http/expect-failure.ts";
import { addRole } from "../support/servers/roles.ts";
import { openReadyStream } from "../support/stream/stream.ts";
import { until } from "../support/until.ts";
import { describeVoice, openVoiceServer, type VoiceServer } from "../support/voice/livekit.ts";
import { VoiceClient } from "../support/voice/voice-client.ts";
import {
  expectEvents,
  joined,
  left,
  newState,
  openVoiceFixture,
  updated,
  type VoiceFixture,
} from "./fixture.ts";

setDefaultTimeout(60_000);

/** Quiet noise is far below, the tone of the test client far above. */
const audible = 1_000;

describeVoice("running calls", () => {
  let server: VoiceServer;
  beforeAll(async () => {
    const voice = { video: { screen: { bitrate: 5_000_000 } } };
    server = await openVoiceServer("sqlite", { config: { voice } });
  });
  afterAll(() => server[Symbol.asyncDispose]());

  test("muting a member ends their sound, and unmuting lets them speak again", async () => {
    await using fixture = await openVoiceFixture(server);
    const { member, channel, stream } = fixture;
    const client = await fixture.join(member);
    await client.playTone();
    await expectEvents(stream, [joined(channel, member), updated(channel, member, { is_publishing: true })]);
    await fixture.editMember({ can_publish: false });
    await expectEvents(stream, [updated(channel, member, { is_publishing: false })]);
    expect(await publishedSources(channel)).toEqual([]);
    await fixture.editMember({ remove: ["CanPublish"] });
    await until(
      async () => (await grantsOf(member.id)) === "microphone,camera,screen_share,screen_share_audio",
    );
    await client.playTone();
    await expectEvents(stream, [updated(channel, member, { is_publishing: true })]);
    expect(client.disconnected).toBe(false);
  });

  test("deafening a member ends what they hear", async () => {
    await using fixture = await openVoiceFixture(server);
    const { owner, member, channel, stream } = fixture;
    const sender = await fixture.join(owner);
    const listener = await fixture.join(member);
    await sender.playTone();
    await until(() => hears(listener));
    await fixture.editMember({ can_receive: false });
    await expectEvents(stream, [joined(channel, owner), joined(channel, member)]);
    await until(() => stream.received.some(isDeafened));
    await until(() => !hears(listener));
    const other = await fixture.join(fixture.watcher);
    await until(() => hears(other));
    expect(hears(listener)).toBe(false);
    function hears({ heard }: VoiceClient) {
      return (heard.get(owner.id) ?? 0) > audible;
    }
    function isDeafened(packet: { type: string; data?: { is_receiving?: boolean } }) {
      return packet.type === "UserVoiceStateUpdate" && packet.data?.is_receiving === false;
    }
  });

  test("a moved member gets a token for the other call, and their arrival is one event", async () => {
    await using fixture = await openVoiceFixture(server);
    const { owner, member, channel, stream } = fixture;
    const to = await fixture.newVoiceChannel();
    const client = await fixture.join(member);
    await expectEvents(stream, [joined(channel, member)]);
    const { stream: own } = await openReadyStream(server, member);
    expect((await fixture.editMember({ voice_channel: to })).status).toBe(200);
    const { token, ...move } = await own.next("UserMoveVoiceChannel");
    expect(move).toEqual({ type: "UserMoveVoiceChannel", node: "main", from: channel, to });
    await until(() => client.disconnected);
    await using moved = await VoiceClient.connect(server.liveKit.url.replace("http", "ws"), token);
    await expectEvents(stream, [
      { type: "VoiceChannelMove", user: member.id, from: channel, to, state: newState(member) },
    ]);
    await moved.leave();
    await expectEvents(stream, [left(to, member)]);
    const leaves = stream.received.filter(({ type }) => type === "VoiceChannelLeave");
    expect(leaves).toHaveLength(1);
    await own[Symbol.asyncDispose]();

    await using elsewhere = await openVoiceFixture(server);
    expectFailure(await fixture.editMember({ voice_channel: to }), 400, "NotConnected");
    await fixture.join(member);
    await stream.next("VoiceChannelJoin");
    expectFailure(await fixture.editMember({ voice_channel: elsewhere.channel }), 404, "UnknownChannel");
    expectFailure(
      await fixture.editMember({ voice_channel: to, remove: ["VoiceChannel"] }),
      400,
      "InvalidOperation",
    );
    expectFailure(
      await fixture.editMember({ voice_channel: to }, member, fixture.watcher),
      403,
      "MissingPermission",
      {
        permission: "MoveMembers",
      },
    );
    await fixture.editMember({ remove: ["VoiceChannel"] });
    await expectEvents(stream, [left(channel, member)]);
    expect(owner.id).not.toBe(member.id);
  });

  test("a moved member who does not arrive has left", async () => {
    await using fixture = await openVoiceFixture(server);
    const { member, channel, stream } = fixture;
    const client = await fixture.join(member);
    await expectEvents(stream, [joined(channel, member)]);
    await fixture.editMember({ voice_channel: await fixture.newVoiceChannel() });
    await until(() => client.disconnected);
    await until(async () => (await voiceStates(fixture)).length === 0);
    const move = () => server.running.store.read((db) => findMove(db, channel, member.id));
    expect(await move()).toBeDefined();
    server.clock.advance(11_000);
    await server.drain();
    await expectEvents(stream, [left(channel, member)]);
    expect(await move()).toBeUndefined();
  });

  test("a moderator who may not connect to a call cannot move anybody to it", async () => {
    await using fixture = await openVoiceFixture(server);
    const { community, owner, member, watcher, channel, stream } = fixture;
    await addRole(server, community, { rank: 1, allow: ["MoveMembers"], holders: [watcher] });
    const to = await fixture.newVoiceChannel();
    await fixture.join(member);
    await expectEvents(stream, [joined(channel, member)]);
    const denied = { allow: 0, deny: permission.Connect };
    await putPermissions(server, { by: owner, channel: to, of: "default" }, denied);
    const moved = await fixture.editMember({ voice_channel: to }, member, watcher);
    expectFailure(moved, 403, "MissingPermission", { permission: "Connect" });
  });

  const removals: [string, (fixture: VoiceFixture) => Promise<unknown>][] = [
    [
      "is kicked",
      ({ community, member, owner }) =>
        server.client.delete(`/servers/${community.id}/members/${member.id}`, {}, owner),
    ],
    [
      "is banned",
      ({ community, member, owner }) =>
        server.client.put(`/servers/${community.id}/bans/${member.id}`, {}, owner),
    ],
    [
      "leaves the server",
      ({ community, member }) => server.client.delete(`/servers/${community.id}`, {}, member),
    ],
    [
      "is timed out",
      ({ editMember }) => editMember({ timeout: new Date(server.clock.now() + 3_600_000).toISOString() }),
    ],
    [
      "loses Connect by an override",
      ({ channel, owner }) =>
        putPermissions(server, { by: owner, channel, of: "default" }, { allow: 0, deny: permission.Connect }),
    ],
    [
      "loses the view of the channel",
      ({ channel, owner }) =>
        putPermissions(
          server,
          { by: owner, channel, of: "default" },
          { allow: 0, deny: permission.ViewChannel },
        ),
    ],
    [
      "gets a role without Connect",
      async ({ community, member, channel, owner }) => {
        const role = await addRole(server, community, { rank: 5, allow: [], holders: [member] });
        await putPermissions(
          server,
          { by: owner, channel, of: role },
          { allow: 0, deny: permission.Connect },
        );
      },
    ],
    ["loses the channel", ({ channel, owner }) => server.client.delete(`/channels/${channel}`, {}, owner)],
    [
      "loses the voice of the channel",
      ({ channel, owner }) => server.client.patch(`/channels/${channel}`, { remove: ["Voice"] }, owner),
    ],
    [
      "loses the server",
      ({ community, owner }) => server.client.delete(`/servers/${community.id}`, {}, owner),
    ],
    ["logs out", ({ member }) => server.client.post("/auth/session/logout", {}, member)],
    [
      "has the session revoked from another",
      async ({ member }) => {
        const other = await logIn(server, member.email);
        await server.client.delete(`/auth/session/${member.sessionId}`, {}, other);
      },
    ],
    [
      "deletes the account",
      async ({ member }) => {
        const ticket = await newTicket(server, member);
        await server.client.post("/auth/account/delete", {}, { token: member.token, ticket });
      },
    ],
  ];
  test.each(removals)("a participant who %s is removed from the call", async (_, remove) => {
    await using fixture = await openVoiceFixture(server);
    const client = await fixture.join(fixture.member);
    await fixture.stream.next("VoiceChannelJoin");
    await remove(fixture);
    await until(() => client.disconnected);
    await until(async () => (await voiceStates(fixture)).length === 0);
  });

  test("a user who is blocked, or removed from a group, is removed from the call", async () => {
    const ann = await newUser(server);
    const ben = await newFriendOf(server, ann);
    const direct = (await openConversation(server, ann, ben.id)).body._id;
    await using inDirect = await VoiceClient.join(server, { by: ben, channel: direct });
    const { stream } = await openReadyStream(server, ann);
    await until(async () => (await statesOf(ann)).length === 1);
    await server.client.put(`/users/${ben.id}/block`, {}, ann);
    await until(() => inDirect.disconnected);

    const cleo = await newFriendOf(server, ann);
    const group = await newGroup(server, ann, [cleo]);
    await using inGroup = await VoiceClient.join(server, { by: cleo, channel: group._id });
    await until(async () => (await statesOf(ann)).length === 1);
    await server.client.delete(`/channels/${group._id}/recipients/${cleo.id}`, {}, ann);
    await until(() => inGroup.disconnected);
    await until(async () => (await statesOf(ann)).length === 0);
    await stream[Symbol.asyncDispose]();
  });

  test("a track beyond the limits is refused, and its user stays in the call and may publish a smaller one", async () => {
    await using fixture = await openVoiceFixture(server);
    const { member, channel, stream } = fixture;
    const client = await fixture.join(member);
    await client.show("camera", { width: 1920, height: 1080 });
    await until(async () => (await publishedSources(channel)).length === 0);
    await client.show("camera", { width: 640, height: 480 });
    await expectEvents(stream, [joined(channel, member), updated(channel, member, { camera: true })]);
    expect(client.disconnected).toBe(false);
  });

  test("a picture of a shape outside the limits is refused", async () => {
    await using fixture = await openVoiceFixture(server);
    const client = await fixture.join(fixture.member);
    await client.show("screen", { width: 900, height: 100 });
    await until(async () => (await publishedSources(fixture.channel)).length === 0);
    expect(client.disconnected).toBe(false);
  });

  test("a hand is lowered once its owner may speak", async () => {
    await using fixture = await openVoiceFixture(server);
    const { member, channel, stream } = fixture;
    await fixture.editMember({ can_publish: false });
    await fixture.join(member);
    await stream.next("VoiceChannelJoin");
    const raised = await server.client.put(`/channels/${channel}/raised_hand`, {}, member);
    expect(raised.status).toBe(204);
    await expectEvents(stream, [updated(channel, member, { raised_hand: expect.any(String) })]);
    await fixture.editMember({ remove: ["CanPublish"] });
    await expectEvents(stream, [updated(channel, member, { raised_hand: null })]);
  });

  test("a screen with more bits than the host allows is refused, and one with fewer is shown", async () => {
    await using fixture = await openVoiceFixture(server);
    const { member, channel, stream } = fixture;
    const client = await fixture.join(member);
    await client.show("screen", { width: 640, height: 480, bitrate: 5_000_001 });
    await until(async () => (await publishedSources(channel)).length === 0);
    await client.show("screen", { width: 640, height: 480, bitrate: 4_000_000 });
    await expectEvents(stream, [joined(channel, member), updated(channel, member, { screensharing: true })]);
    expect(client.disconnected).toBe(false);
  });

  /** What the participants of a call publish, as the voice node has it. */
  async function publishedSources(channel: string): Promise<string[]> {
    const [node] = server.running.services.voice?.all ?? [];
    const participants = (await node?.listParticipants(channel)) ?? [];
    return participants.flatMap(({ tracks }) => tracks.map(({ source }) => source));
  }
  const grantsOf = (userId: string) =>
    server.running.store.read(async (db) => (await listStatesOf(db, userId))[0]?.sources);

  async function statesOf(person: { token: string }) {
    const { stream, ready } = await openReadyStream(server, person);
    await stream[Symbol.asyncDispose]();
    return ready.voice_states;
  }
  const voiceStates = ({ channel }: VoiceFixture) =>
    server.running.store.read((db) => listStates(db, [channel]));
});
