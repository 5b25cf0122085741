import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { createHmac } from "node:crypto";
import { RoomServiceClient } from "livekit-server-sdk";
import { errorCatalogue } from "../../src/declare/error-catalogue.ts";
import { type Permission, permission } from "../../src/permissions/bits.ts";
import { newUser, type Person } from "../support/accounts/people.ts";
import { inviteBot, newBot } from "../support/bots/bots.ts";
import { putPermissions } from "../support/channels/channel-calls.ts";
import { openConversation } from "../support/channels/conversations.ts";
import { newFriendOf, newGroup } from "../support/channels/groups.ts";
import { dumpTables } from "../support/database/dump-tables.ts";
import type { ApiResponse } from "../support/http/client.ts";
import { expectFailure, outcome } from "../support/http/expect-failure.ts";
import { anyEngine } from "../support/run/thorough.ts";
import { openServer } from "../support/server/server.ts";
import { newCommunity, newMember } from "../support/servers/communities.ts";
import { until } from "../support/until.ts";
import { describeVoice, openVoiceServer, type VoiceServer } from "../support/voice/livekit.ts";
import { VoiceClient } from "../support/voice/voice-client.ts";
import { key, secret, voiceNodeOn } from "../support/voice/voice-config.ts";
import { joined, left, openVoiceFixture, type VoiceFixture } from "./fixture.ts";

setDefaultTimeout(60_000);

const everySource = ["microphone", "camera", "screen_share", "screen_share_audio"];

describe("joining without a voice node", () => {
  test("fails only after the checks of the body, the channel and the permission", async () => {
    await using server = await openServer("sqlite");
    const { owner, id, channel } = await newCommunity(server);
    const member = await newMember(server, { id });
    const saved = (await openConversation(server, member, member.id)).body._id;
    const join = (target: string, body: object = {}) =>
      server.client.post(`/channels/${target}/join_call`, body, member);
    expectFailure(await join("unknown"), 404, "NotFound");
    expect(outcome(await join(channel, { node: 1 }))).toBe("400 FailedValidation");
    for (const target of [channel, saved]) expectFailure(await join(target), 400, "LiveKitUnavailable");
    const denied = { allow: 0, deny: permission.Connect };
    await putPermissions(server, { by: owner, channel, of: "default" }, denied);
    expectFailure(await join(channel), 403, "MissingPermission", { permission: "Connect" });

    const endRing = (target: string, whom: string) =>
      server.client.put(`/channels/${target}/end_ring/${whom}`, {}, member);
    const friend = await newFriendOf(server, member);
    const direct = (await openConversation(server, member, friend.id)).body._id;
    expectFailure(await endRing("unknown", friend.id), 404, "NotFound");
    expectFailure(await endRing(channel, friend.id), 400, "NoEffect");
    for (const target of [direct, saved])
      expectFailure(await endRing(target, friend.id), 400, "NotConnected");
    const { body } = await server.client.get("/");
    expect(body.features.livekit).toMatchObject({ enabled: false, nodes: [] });
  });
});

describeVoice.each([...anyEngine])("joining on %s", (engine) => {
  let server: VoiceServer;
  beforeAll(async () => {
    server = await openVoiceServer(engine);
  });
  afterAll(() => server[Symbol.asyncDispose]());

  const join = (channel: string, by: { token: string }, body: object = {}) =>
    server.client.post(`/channels/${channel}/join_call`, body, by);
  const joinAsBot = (channel: string, { token }: { token: string }, body: object = {}) =>
    server.client.post(`/channels/${channel}/join_call`, body, { bot: token });
  const deny = ({ channel, owner }: VoiceFixture, ...names: Permission[]) => {
    const bits = names.reduce((sum, name) => sum + permission[name], 0);
    return putPermissions(server, { by: owner, channel, of: "default" }, { allow: 0, deny: bits });
  };
  const limitUsers = ({ channel, owner }: VoiceFixture, max_users: number) =>
    server.client.patch(`/channels/${channel}`, { voice: { max_users } }, owner);

  test("a body of the wrong shape is refused", async () => {
    await using fixture = await openVoiceFixture(server);
    const bodies = [
      { node: 1 },
      { node: "n".repeat(65) },
      { force_disconnect: "yes" },
      { recipients: "all" },
    ];
    for (const body of [...bodies, { recipients: [1] }, { recipients: Array(101).fill("x") }, []])
      expect(outcome(await join(fixture.channel, fixture.owner, body))).toBe("400 FailedValidation");
  });

  test("the checks have a fixed order", async () => {
    await using fixture = await openVoiceFixture(server);
    const { channel, community, member, watcher } = fixture;
    const bot = await newBot(server);
    expectFailure(await joinAsBot("unknown", bot, { force_disconnect: true }), 400, "IsBot");
    expectFailure(await join("unknown", member, { node: "nowhere" }), 404, "NotFound");
    const text = { ...fixture, channel: community.channel };
    await deny(text, "Connect");
    const saved = (await openConversation(server, member, member.id)).body._id;
    for (const target of [text.channel, saved])
      expectFailure(await join(target, member), 400, "NotAVoiceChannel");
    const stranger = await newUser(server);
    const unconnected = { permission: "Connect" };
    expectFailure(await join(channel, stranger), 403, "MissingPermission", unconnected);

    await limitUsers(fixture, 1);
    await join(channel, member);
    await deny(fixture, "Connect");
    expectFailure(await join(channel, watcher), 403, "MissingPermission", unconnected);
    await deny(fixture);
    const other = { ...fixture, channel: await fixture.newVoiceChannel() };
    await fixture.join(watcher, other.channel);
    await until(async () => outcome(await join(other.channel, watcher)) === "400 AlreadyConnected");
    expectFailure(await join(channel, watcher, { node: "nowhere" }), 400, "CannotJoinCall");
    expect(errorCatalogue.CannotJoinCall.doc).toContain("The call is full");
    const third = await fixture.newVoiceChannel();
    expectFailure(await join(third, watcher, { node: "nowhere" }), 400, "UnknownNode");
    expectFailure(await join(third, watcher), 400, "AlreadyConnected");
  });

  test("the node is that of the call, the named one, or the default one", async () => {
    await using fixture = await openVoiceFixture(server);
    const { channel, owner, member, watcher } = fixture;
    const url = server.liveKit.url.replace("http", "ws");
    const { body: root } = await server.client.get("/");
    const node = { name: "main", lat: 0, lon: 0, public_url: url };
    expect(root.features.livekit).toMatchObject({ enabled: true, nodes: [node] });
    expectFailure(await join(channel, owner, { node: "nowhere" }), 400, "UnknownNode");
    for (const body of [{}, { node: "main" }, { node: "worldwide" }])
      expect((await join(await fixture.newVoiceChannel(), member, body)).body).toEqual({
        token: expect.any(String),
        url,
      });
    expect((await join(channel, member)).status).toBe(200);
    // The call exists now, and so its node counts.
    expect((await join(channel, watcher, { node: "nowhere" })).body.url).toBe(url);
  });

  test("a node that does not answer is refused without a trace", async () => {
    const silent = voiceNodeOn(1, "silent");
    const main = server.running.services.config.voice.nodes[0];
    await using other = await openServer(engine, {
      config: { voice: { mode: "nodes", nodes: [silent, main] } },
    });
    const { owner, id } = await newCommunity(other);
    const draft = { name: "Call", type: "Voice" };
    const { body: channel } = await other.client.post(`/servers/${id}/channels`, draft, owner);
    const joinWith = (body: object) => other.client.post(`/channels/${channel._id}/join_call`, body, owner);
    // A job notes at any time which nodes do not answer.
    const dump = async () => {
      const { meta = [], ...others } = await dumpTables(other);
      return { ...others, meta: meta.filter((row) => !row.includes("silent_voice_node")) };
    };
    const before = await dump();
    expectFailure(await joinWith({}), 400, "LiveKitUnavailable");
    expect(await dump()).toEqual(before);
    expect(outcome(await joinWith({ node: "main" }))).toBe("200");
  });

  test("a user may be in one call, a bot in many", async () => {
    await using fixture = await openVoiceFixture(server);
    const { channel, community, owner, member } = fixture;
    const elsewhere = await fixture.newVoiceChannel();
    await fixture.join(member);
    await fixture.stream.next("VoiceChannelJoin");
    for (const target of [channel, elsewhere])
      expectFailure(await join(target, member, { force_disconnect: false }), 400, "AlreadyConnected");

    const bot = await newBot(server, owner);
    await inviteBot(server, bot, { server: community.id, by: owner });
    const { body } = await joinAsBot(channel, bot);
    await using inFirst = await VoiceClient.connect(body.url, body.token);
    await fixture.stream.next("VoiceChannelJoin");
    expectFailure(await joinAsBot(channel, bot), 400, "AlreadyConnected");
    const { body: second } = await joinAsBot(elsewhere, bot);
    await using inSecond = await VoiceClient.connect(second.url, second.token);
    await fixture.stream.next("VoiceChannelJoin");
    expect([inFirst.disconnected, inSecond.disconnected]).toEqual([false, false]);
  });

  test("a user with tokens for two calls stays in the one that they joined last", async () => {
    await using fixture = await openVoiceFixture(server);
    const { channel, member, stream } = fixture;
    const elsewhere = await fixture.newVoiceChannel();
    const [one, two] = [await join(channel, member), await join(elsewhere, member)];
    await using first = await VoiceClient.connect(one.body.url, one.body.token);
    expect(await stream.next("VoiceChannelJoin")).toEqual(joined(channel, member));
    await using second = await VoiceClient.connect(two.body.url, two.body.token);
    expect(await stream.next("VoiceChannelLeave")).toEqual(left(channel, member));
    await until(() => first.disconnected);
    expect(second.disconnected).toBe(false);
  });

  test("force_disconnect ends the other call of the caller", async () => {
    await using fixture = await openVoiceFixture(server);
    const { channel, member, stream } = fixture;
    const elsewhere = await fixture.newVoiceChannel();
    const first = await fixture.join(member);
    expect(await stream.next("VoiceChannelJoin")).toEqual(joined(channel, member));
    await fixture.join(member, elsewhere, { force_disconnect: true });
    expect(await stream.next("VoiceChannelLeave")).toEqual(left(channel, member));
    expect(await stream.next("VoiceChannelJoin")).toEqual(joined(elsewhere, member));
    await until(() => first.disconnected);
  });

  test("the token grants exactly what the caller may do", async () => {
    await using fixture = await openVoiceFixture(server);
    const { channel, member } = fixture;
    const { body } = await server.client.get("/users/@me", member);
    const { exp = 0, nbf: _, ...claims } = claimsOf(await join(channel, member));
    expect(claims).toEqual({
      iss: key,
      sub: member.id,
      name: `${body.username}#${body.discriminator}`,
      metadata: expect.any(String),
      video: {
        roomJoin: true,
        room: channel,
        canPublish: true,
        canPublishData: false,
        canSubscribe: true,
        canPublishSources: everySource,
      },
    });
    expect(Math.abs(exp - Date.now() / 1_000 - 10)).toBeLessThan(5);
    const shown = { _id: member.id, username: body.username, discriminator: body.discriminator };
    expect(JSON.parse(claims.metadata ?? "")).toEqual({ ...shown, relationship: "None", online: false });

    const cases: [Permission[], boolean, string[]][] = [
      [["Speak"], true, everySource.slice(1)],
      [["Video"], true, ["microphone"]],
      [["Listen"], false, everySource],
      [["Speak", "Video"], true, []],
      [["Speak", "Video", "Listen"], false, []],
    ];
    for (const [denied, canSubscribe, sources] of cases) {
      await deny(fixture, ...denied);
      expect(grantsIn(await join(channel, member))).toEqual({
        canPublish: sources.length > 0,
        canPublishSources: sources,
        canSubscribe,
      });
    }
  });

  test("a muted or deafened member gets a token that says so", async () => {
    await using fixture = await openVoiceFixture(server);
    await fixture.editMember({ can_publish: false });
    const muted = { canPublish: false, canPublishSources: [], canSubscribe: true };
    expect(grantsIn(await join(fixture.channel, fixture.member))).toEqual(muted);
    await fixture.editMember({ can_receive: false });
    expect(grantsIn(await join(fixture.channel, fixture.member))).toEqual({ ...muted, canSubscribe: false });
  });

  test("limits without video grant the microphone only", async () => {
    const limits = Object.fromEntries(["new_user", "default"].map((tier) => [tier, { video: false }]));
    const config = { limits, voice: server.running.services.config.voice };
    await using other = await openServer(engine, { config });
    const ann = await newUser(other);
    const group = await newGroup(other, ann, [await newFriendOf(other, ann)]);
    const answer = await other.client.post(`/channels/${group._id}/join_call`, {}, ann);
    expect(grantsIn(answer)).toEqual({
      canPublish: true,
      canPublishSources: ["microphone"],
      canSubscribe: true,
    });
  });

  test("LiveKit lets a participant without sources publish nothing", async () => {
    await using fixture = await openVoiceFixture(server);
    await deny(fixture, "Speak", "Video");
    await fixture.join(fixture.member);
    const rooms = new RoomServiceClient(server.liveKit.url, key, secret);
    const [participant] = await rooms.listParticipants(fixture.channel);
    expect(participant?.permission).toMatchObject({ canPublish: false, canPublishData: false });
  });

  test("end_ring has its own errors", async () => {
    await using fixture = await openVoiceFixture(server);
    const { owner, member, channel } = fixture;
    const friend = await newFriendOf(server, owner);
    const group = await newGroup(server, owner, [friend]);
    const endRing = (target: string, by: Person, whom: Person) =>
      server.client.put(`/channels/${target}/end_ring/${whom.id}`, {}, by);
    expectFailure(await endRing("unknown", owner, friend), 404, "NotFound");
    await fixture.join(owner);
    await fixture.stream.next("VoiceChannelJoin");
    expectFailure(await endRing(channel, owner, member), 400, "NoEffect");
    // Being in another call does not count, and neither does being in the conversation alone.
    expectFailure(await endRing(group._id, owner, friend), 400, "NotConnected");
    expectFailure(await endRing(group._id, member, friend), 400, "NotConnected");
  });
});

interface Claims {
  readonly [claim: string]: unknown;
  readonly exp?: number;
  readonly nbf?: number;
  readonly metadata?: string;
  readonly video?: Record<string, unknown> & {
    canPublish: boolean;
    canPublishSources: string[];
    canSubscribe: boolean;
  };
}

/** The claims of a token, whose signature must be that of the node's secret. */
function claimsOf({ status, body }: ApiResponse): Claims {
  expect({ status, body }).toMatchObject({ status: 200 });
  const [header = "", claims = "", signature] = body.token.split(".");
  const signed = createHmac("sha256", secret).update(`${header}.${claims}`).digest("base64url");
  expect({ signature }).toEqual({ signature: signed });
  expect(JSON.parse(Buffer.from(header, "base64url").toString()).alg).toBe("HS256");
  return JSON.parse(Buffer.from(claims, "base64url").toString());
}

function grantsIn(answer: ApiResponse) {
  const { canPublish, canPublishSources, canSubscribe } = claimsOf(answer).video ?? {};
  return { canPublish, canPublishSources, canSubscribe };
}
