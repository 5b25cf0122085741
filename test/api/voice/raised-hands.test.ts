import { beforeAll, expect, test } from "bun:test";
import { permission } from "../../../src/permissions/bits.ts";
import type { Person } from "../../support/accounts/people.ts";
import { putPermissions } from "../../support/channels/channel-calls.ts";
import { describeServer } from "../../support/server/describe-server.ts";
import { engines } from "../../support/server/engines.ts";
import { type Community, newCommunity, newMember } from "../../support/servers/communities.ts";
import { openReadyStream } from "../../support/stream/stream.ts";
import { enterCall, exitCall, newVoiceChannel } from "../../support/voice/calls.ts";
import { silentVoice } from "../../support/voice/voice-config.ts";

describeServer("raised hands", engines, { config: { voice: silentVoice } }, (server) => {
  let community: Community;
  let channel: string;
  let ann: Person;
  let ben: Person;
  beforeAll(async () => {
    community = await newCommunity(server);
    channel = await newVoiceChannel(server, { serverId: community.id, by: community.owner });
    ann = await newMember(server, community);
    ben = await newMember(server, community);
  });

  const raise = (by: Person) => server.client.put(`/channels/${channel}/raised_hand`, {}, by);
  const lower = (whom: Person, by: Person) =>
    server.client.delete(`/channels/${channel}/raised_hand/${whom.id}`, {}, by);
  const changed = ({ id }: Person, raised_hand: unknown) => ({
    type: "UserVoiceStateUpdate",
    id,
    channel_id: channel,
    data: { raised_hand },
  });

  /** When each participant raised their hand, as a new client learns it. */
  async function handsSeenBy(person: Person): Promise<Record<string, string | undefined>> {
    const { stream, ready } = await openReadyStream(server, person);
    await stream[Symbol.asyncDispose]();
    const [call] = ready.voice_states;
    const participants: { id: string; raised_hand?: string }[] = call?.participants ?? [];
    return Object.fromEntries(participants.map(({ id, raised_hand }) => [id, raised_hand]));
  }

  test("are seen by all who see the call, in the order in which they were raised", async () => {
    for (const person of [ann, ben]) await enterCall(server, channel, person);
    const { stream } = await openReadyStream(server, community.owner);
    expect((await raise(ben)).status).toBe(204);
    server.clock.advance(1_000);
    expect((await raise(ann)).status).toBe(204);
    const [first, second] = [
      await stream.next("UserVoiceStateUpdate"),
      await stream.next("UserVoiceStateUpdate"),
    ];
    expect([first, second]).toEqual([changed(ben, expect.any(String)), changed(ann, expect.any(String))]);
    expect(first.data.raised_hand < second.data.raised_hand).toBe(true);
    // A hand that is raised twice keeps its place.
    server.clock.advance(1_000);
    expect((await raise(ben)).status).toBe(204);
    expect(await handsSeenBy(community.owner)).toEqual({
      [ann.id]: second.data.raised_hand,
      [ben.id]: first.data.raised_hand,
    });

    expect((await lower(ben, ben)).status).toBe(204);
    expect((await lower(ben, ben)).status).toBe(204);
    expect(await stream.next("UserVoiceStateUpdate")).toEqual(changed(ben, null));
    expect(await handsSeenBy(ann)).toEqual({ [ann.id]: second.data.raised_hand, [ben.id]: undefined });
    await stream[Symbol.asyncDispose]();
  });

  test("are lowered by those who may mute, and by nobody else", async () => {
    await raise(ann);
    const refused = await lower(ann, ben);
    expect([refused.status, refused.body]).toMatchObject([
      403,
      { type: "MissingPermission", permission: "MuteMembers" },
    ]);
    expect((await handsSeenBy(ben))[ann.id]).toBeString();
    const moderators = { allow: permission.MuteMembers, deny: 0 };
    await putPermissions(server, { by: community.owner, channel, of: "default" }, moderators);
    expect((await lower(ann, ben)).status).toBe(204);
    expect((await handsSeenBy(ben))[ann.id]).toBeUndefined();
    await putPermissions(server, { by: community.owner, channel, of: "default" }, { allow: 0, deny: 0 });
  });

  test("are lowered when their owner leaves the call", async () => {
    await raise(ann);
    await exitCall(server, channel, ann);
    expect((await raise(ann)).body.type).toBe("NotConnected");
    await enterCall(server, channel, ann);
    expect((await handsSeenBy(ben))[ann.id]).toBeUndefined();
  });

  test("of somebody who connects again stay raised", async () => {
    await raise(ann);
    server.clock.advance(1_000);
    await enterCall(server, channel, ann);
    expect((await handsSeenBy(ben))[ann.id]).toBeString();
  });
});
