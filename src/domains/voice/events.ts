import Type from "typebox";
import { event, topic } from "../../protocol/event.ts";
import { Id, partial, Timestamp } from "../../protocol/schema.ts";
import { UserVoiceState } from "../conversations/index.ts";

export const VoiceJoined = event({
  name: "VoiceChannelJoin",
  doc: "A user joined a call.",
  payload: Type.Object({ id: Type.String({ description: "The channel's id." }), state: UserVoiceState }),
  audience: ({ id }) => [topic.channel(id)],
});

export const VoiceLeft = event({
  name: "VoiceChannelLeave",
  doc: "A user left a call.",
  payload: Type.Object({ id: Type.String({ description: "The channel's id." }), user: Id }),
  audience: ({ id }) => [topic.channel(id)],
});

export const VoiceMoved = event({
  name: "VoiceChannelMove",
  doc: "A user was moved to the call of another channel, and is there now.",
  payload: Type.Object({ user: Id, from: Id, to: Id, state: UserVoiceState }),
  audience: ({ to }) => [topic.channel(to)],
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

/** The start of a call is sent to the users it rings for, its end to all who can view the channel. */
export type CallReach = { readonly users: readonly string[] } | "channel";

export const CallUpdated = event({
  name: "VoiceCallUpdate",
  doc: "A call began, sent to the users it rings for, or ended, sent to all users in the conversation.",
  payload: Type.Object({
    initiator_id: Type.String({ description: "The user who began the call or was the last to leave." }),
    channel_id: Id,
    started_at: Type.Union([Timestamp, Type.Null()]),
    ended: Type.Boolean(),
  }),
  audience: ({ channel_id }, reach: CallReach) =>
    reach === "channel" ? [topic.channel(channel_id)] : reach.users.map(topic.private),
});
