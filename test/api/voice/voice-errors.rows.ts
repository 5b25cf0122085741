import { newUser, type Person } from "../../support/accounts/people.ts";
import { newBot } from "../../support/bots/bots.ts";
import { newFriendOf, newGroup } from "../../support/channels/groups.ts";
import type { ErrorCase, ErrorCases } from "../../support/error-cases/error-case.ts";
import type { ApiResponse } from "../../support/http/client.ts";
import type { TestServer } from "../../support/server/server.ts";
import { type Community, newCommunity, newMember } from "../../support/servers/communities.ts";
import { enterCall, newVoiceChannel } from "../../support/voice/calls.ts";
import { silentVoice } from "../../support/voice/voice-config.ts";

interface Context {
  readonly server: TestServer;
  readonly community: Community;
  readonly member: Person;
  /** A channel with voice, for one participant. */
  readonly call: string;
  join(channel: string, body?: object): Promise<ApiResponse>;
}

/** A server with a voice node that does not answer. */
function withVoice(run: (context: Context) => Promise<ApiResponse>): ErrorCase {
  return async (pool) => {
    const server = await pool.server({ voice: silentVoice });
    const community = await newCommunity(server);
    const member = await newMember(server, community);
    const voice = { max_users: 1 };
    const call = await newVoiceChannel(server, { serverId: community.id, by: community.owner, voice });
    const join = (channel: string, body: object = {}) =>
      server.client.post(`/channels/${channel}/join_call`, body, member);
    return run({ server, community, member, call, join });
  };
}

const move = ({ server, community, member }: Context, to: string) =>
  server.client.patch(
    `/servers/${community.id}/members/${member.id}`,
    { voice_channel: to },
    community.owner,
  );

export const moveErrorCases = {
  UnknownChannel: withVoice(async (context) => {
    await enterCall(context.server, context.call, context.member);
    return move(context, (await newCommunity(context.server)).channel);
  }),
  NotConnected: withVoice((context) => move(context, context.call)),
};

async function newCallOfGroup(server: TestServer) {
  const owner = await newUser(server);
  const friend = await newFriendOf(server, owner);
  const { _id: group } = await newGroup(server, owner, [friend]);
  const endRing = (userId: string) => server.client.put(`/channels/${group}/end_ring/${userId}`, {}, owner);
  return { owner, friend, group, endRing };
}

export const errorCases: ErrorCases = {
  voice_join_call: {
    IsBot: withVoice(async ({ server, call }) => {
      const { token: bot } = await newBot(server);
      return server.client.post(`/channels/${call}/join_call`, { force_disconnect: true }, { bot });
    }),
    NotFound: withVoice(({ join }) => join("unknown")),
    NotAVoiceChannel: withVoice(({ join, community }) => join(community.channel)),
    CannotJoinCall: withVoice(async ({ server, community, call, join }) => {
      await enterCall(server, call, community.owner);
      return join(call);
    }),
    UnknownNode: withVoice(({ call, join }) => join(call, { node: "nowhere" })),
    AlreadyConnected: withVoice(async ({ server, member, call, join }) => {
      await enterCall(server, call, member);
      return join(call);
    }),
    LiveKitUnavailable: withVoice(({ call, join }) => join(call)),
  },
  voice_raise_hand: {
    NotFound: withVoice(({ server, member }) =>
      server.client.put("/channels/unknown/raised_hand", {}, member),
    ),
    NotConnected: withVoice(({ server, member, call }) =>
      server.client.put(`/channels/${call}/raised_hand`, {}, member),
    ),
  },
  voice_lower_hand: {
    NotFound: withVoice(({ server, member }) =>
      server.client.delete(`/channels/unknown/raised_hand/${member.id}`, {}, member),
    ),
    NotConnected: withVoice(({ server, member, call }) =>
      server.client.delete(`/channels/${call}/raised_hand/${member.id}`, {}, member),
    ),
  },
  voice_stop_ring_stop_ring: {
    NoEffect: withVoice(({ server, member, call }) =>
      server.client.put(`/channels/${call}/end_ring/${member.id}`, {}, member),
    ),
    NotConnected: withVoice(async ({ server }) => {
      const { friend, endRing } = await newCallOfGroup(server);
      return endRing(friend.id);
    }),
    NotFound: withVoice(async ({ server, member }) => {
      const { group, owner, endRing } = await newCallOfGroup(server);
      await enterCall(server, group, owner);
      return endRing(member.id);
    }),
  },
};
