import type { UserVoiceState } from "../../../protocol/types.ts";
import { merge } from "./merge.ts";
import { removeChannel } from "./reduce-servers.ts";
import type { Reducers } from "./reducers.ts";
import type { State } from "./state.ts";

export const channelReducers: Reducers = {
  ChannelCreate(state, { type: _, ...channel }) {
    state.channels[channel._id] = channel;
  },
  ChannelUpdate(state, { id, data, clear }) {
    const channel = state.channels[id];
    if (channel) merge(channel, { data, clear });
  },
  ChannelDelete: (state, { id }) => removeChannel(state, id),
  ChannelGroupJoin(state, { id, user }) {
    const group = state.channels[id];
    if (group?.channel_type === "Group") group.recipients = [...group.recipients, user];
  },
  ChannelGroupLeave(state, { id, user }) {
    const group = state.channels[id];
    if (user === state.selfId) removeChannel(state, id);
    else if (group?.channel_type === "Group")
      group.recipients = group.recipients.filter((other) => other !== user);
  },
  ChannelStartTyping(state, { id, user }) {
    state.typing[id] = { ...state.typing[id], [user]: true };
  },
  ChannelStopTyping(state, { id, user }) {
    delete state.typing[id]?.[user];
  },
  // Those who are typing now follow.
  Resumed(state) {
    state.typing = {};
  },
  ChannelAck(state, { id: channel, user, message_id }) {
    const mentions = (state.unreads[channel]?.mentions ?? []).filter((id) => id > message_id);
    state.unreads[channel] = {
      _id: { channel, user },
      last_id: message_id,
      ...(mentions.length > 0 && { mentions }),
    };
  },
  UserSlowmodes(state, { slowmodes }) {
    for (const { channel_id, retry_after } of slowmodes)
      state.slowmodes[channel_id] = Date.now() + retry_after * 1_000;
  },
  VoiceChannelJoin: (state, { id, state: participant }) => join(state, id, participant),
  VoiceChannelLeave: (state, { id, user }) => leave(state, id, user),
  VoiceChannelMove(state, { user, from, to, state: participant }) {
    leave(state, from, user);
    join(state, to, participant);
  },
  UserVoiceStateUpdate(state, { id, channel_id, data }) {
    const participant = state.calls[channel_id]?.[id];
    if (participant) Object.assign(participant, data);
  },
};

function join(state: State, channel: string, participant: UserVoiceState): void {
  state.calls[channel] ??= {};
  state.calls[channel][participant.id] = participant;
}

function leave(state: State, channel: string, user: string): void {
  const call = state.calls[channel];
  if (!call) return;
  delete call[user];
  if (Object.keys(call).length === 0) delete state.calls[channel];
}
