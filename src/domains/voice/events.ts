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
  doc: "What a user in a call sends or hears changed.",
  payload: Type.Object({
    id: Type.String({ description: "The user's id." }),
    channel_id: Id,
    data: partial(
      "PartialUserVoiceState",
      "What changed of it.",
      Type.Omit(UserVoiceState, ["joined_at"]).properties,
    ),
  }),
  audience: ({ channel_id }) => [topic.channel(channel_id)],
});

export const VoiceMoveAsked = event({
  name: "UserMoveVoiceChannel",
  doc: "A moderator moves one to another call: connect there. The one who is moved hears of it.",
  payload: Type.Object({
    node: Type.String({ description: "The name of the voice node." }),
    from: Id,
    to: Id,
    token: Type.String({ description: "For the voice node." }),
  }),
  audience: (_move, { user }: { readonly user: string }) => [topic.private(user)],
});

/** A call that begins rings for some of the channel's people; its end is for all who see the channel. */
export type CallReach = { readonly users: readonly string[] } | "channel";

export const CallUpdated = event({
  name: "VoiceCallUpdate",
  doc: "A call began, which those it rings for hear, or ended, which all in the conversation hear.",
  payload: Type.Object({
    initiator_id: Type.String({ description: "Who began it, or was the last to leave." }),
    channel_id: Id,
    started_at: Type.Union([Timestamp, Type.Null()]),
    ended: Type.Boolean(),
  }),
  audience: ({ channel_id }, reach: CallReach) =>
    reach === "channel" ? [topic.channel(channel_id)] : reach.users.map(topic.private),
});
