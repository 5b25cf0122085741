import type { UserVoiceState } from "../../../protocol/types.ts";
import type { Reducers } from "./reducers.ts";
import type { State } from "./state.ts";

export const callReducers: Reducers = {
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
