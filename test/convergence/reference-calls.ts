import { requireChannel } from "./reference-servers.ts";
import type { Change, State, Thing } from "./reference-state.ts";

/** The changes by events about calls, as specified. */
export const changesOfCalls: Readonly<Record<string, Change>> = {
  VoiceChannelJoin: ({ state }, { id, state: participant }) => put(state, id, participant),
  VoiceChannelLeave: ({ state }, { id, user }) => remove(state, id, user),
  VoiceChannelMove({ state }, { user, from, to, state: participant }) {
    remove(state, from, user);
    put(state, to, participant);
  },
  UserVoiceStateUpdate({ state }, { id, channel_id, data }) {
    const participant = participantsIn(state, channel_id).find((other) => other.id === id);
    if (!participant) throw new Error(`received the state of ${id}, who is not in the call of ${channel_id}`);
    put(state, channel_id, { ...participant, ...data });
  },
  // Clients do not store these.
  VoiceCallUpdate: ({ state }, { channel_id }) => void requireChannel(state, channel_id),
  UserMoveVoiceChannel: () => {},
};

function participantsIn(state: State, channel: string): readonly Thing[] {
  requireChannel(state, channel);
  return state.calls.get(channel) ?? [];
}

function put(state: State, channel: string, participant: Thing): void {
  const others = participantsIn(state, channel).filter(({ id }) => id !== participant.id);
  state.calls.set(channel, [...others, participant]);
}

function remove(state: State, channel: string, user: string): void {
  const left = participantsIn(state, channel).filter(({ id }) => id !== user);
  if (left.length > 0) state.calls.set(channel, left);
  else state.calls.delete(channel);
}
