import Type from "typebox";
import { event } from "../../declare/event.ts";
import { Id, partial, Timestamp } from "../../protocol/schema.ts";
import { topic } from "../../visibility/announcement.ts";
import { UserVoiceState } from "../channels/index.ts";

/** By default all who can view the channel; or only users who gain it, or users who cannot view the other channel. */
type JoinReach = { readonly users: readonly string[] } | { readonly movedFrom: string } | undefined;

export const VoiceJoined = event({
  name: "VoiceChannelJoin",
  role: "call joined",
  doc: "A user joined a call, or was in it before the channel came into view.",
  payload: Type.Object({ id: Type.String({ description: "The channel's id." }), state: UserVoiceState }),
  audience: ({ id }, reach: JoinReach) => {
    if (reach && "users" in reach) return reach.users.map(topic.private);
    return reach ? [topic.none, topic.channel(id)] : [topic.channel(id)];
  },
  except: (_join, reach) => (reach && "movedFrom" in reach ? [topic.channel(reach.movedFrom)] : []),
  changes: ({ id: channel, state: participant }) => [{ kind: "participant changed", channel, participant }],
});

/** By default all who can view the channel, or only users who cannot view the channel that the user was moved to. */
type LeaveReach = { readonly movedTo: string } | undefined;

export const VoiceLeft = event({
  name: "VoiceChannelLeave",
  doc: "A user left a call.",
  payload: Type.Object({ id: Type.String({ description: "The channel's id." }), user: Id }),
  audience: ({ id }, reach: LeaveReach) => (reach ? [topic.none, topic.channel(id)] : [topic.channel(id)]),
  except: (_leave, reach) => (reach ? [topic.channel(reach.movedTo)] : []),
  changes: ({ id: channel, user }) => [{ kind: "participant left", channel, user }],
});

export const VoiceMoved = event({
  name: "VoiceChannelMove",
  doc: "A user was moved to the call of another channel, and is there now. Sent to users who can view both channels.",
  payload: Type.Object({ user: Id, from: Id, to: Id, state: UserVoiceState }),
  audience: ({ to }) => [topic.none, topic.channel(to)],
  within: ({ from }) => [topic.channel(from)],
  changes: ({ user, from, to, state: participant }) => [
    { kind: "participant left", channel: from, user },
    { kind: "participant changed", channel: to, participant },
  ],
});

export const VoiceStateUpdated = event({
  name: "UserVoiceStateUpdate",
  doc: "The voice state of a user in a call changed.",
  payload: Type.Object({
    id: Type.String({ description: "The user's id." }),
    channel_id: Id,
    data: partial(
      "PartialUserVoiceState",
      "The fields that changed.",
      Type.Omit(UserVoiceState, ["joined_at"]).properties,
    ),
  }),
  audience: ({ channel_id }) => [topic.channel(channel_id)],
  changes: ({ id, channel_id: channel, data }) => [
    { kind: "participant changed", channel, participant: { ...data, id } },
  ],
});

export const VoiceMoveRequested = event({
  name: "UserMoveVoiceChannel",
  doc: "A moderator moved the user to another call, and the client must connect there. Sent to that user only.",
  payload: Type.Object({
    node: Type.String({ description: "The name of the voice node." }),
    from: Id,
    to: Id,
    token: Type.String({ description: "For the voice node." }),
  }),
  audience: (_move, { user }: { readonly user: string }) => [topic.private(user)],
});

export const CallDeclined = event({
  name: "VoiceCallDecline",
  doc: "A user for whom a call rang does not want to join it. Sent to the user who began the call only.",
  payload: Type.Object({
    channel_id: Id,
    user: Type.String({ description: "The user who declined." }),
  }),
  audience: (_decline, { caller }: { readonly caller: string }) => [topic.private(caller)],
});

/** The start and end of ringing are sent to the users it rings for, the end of the call to all who can view the channel. */
type CallReach = { readonly users: readonly string[] } | "channel";

export const CallUpdated = event({
  name: "VoiceCallUpdate",
  doc: "A call began, sent to the users it rings for, or ended, sent to all users in the conversation. Its end is also sent to a user for whom it rings no longer.",
  payload: Type.Object({
    initiator_id: Type.String({ description: "The user who began the call or was the last to leave." }),
    channel_id: Id,
    started_at: Type.Union([Timestamp, Type.Null()]),
    ended: Type.Boolean(),
  }),
  audience: ({ channel_id }, reach: CallReach) =>
    reach === "channel" ? [topic.channel(channel_id)] : reach.users.map(topic.private),
});
