import type { AnyTx } from "../../../declare/tx.ts";
import type { Participant, Track, TrackChange } from "../../../platform/voice/port.ts";
import { limitTier } from "../../accounts/index.ts";
import { findChannel } from "../../channels/index.ts";
import { VoiceJoined, VoiceLeft, VoiceMoved, VoiceStateUpdated } from "../events.ts";
import { moveParticipant } from "../jobs/move-participant.ts";
import { sameGrants, toGrantColumns } from "../rules/grants.ts";
import { changedFlags, exceedsLimits, voiceFlags, voiceStateView } from "../rules/voice-state.ts";
import { deleteCall, findCall, hasEnded, openCall, takeRings } from "../store/calls.ts";
import { findMove, takeJoin } from "../store/joins.ts";
import {
  deleteState,
  deleteTrack,
  findState,
  hasStates,
  insertState,
  listStates,
  listStatesOf,
  putTrack,
  replaceStay,
  type StateWithTracks,
} from "../store/states.ts";
import type { VoiceJoinRow, VoiceStateRow } from "../tables.ts";
import { findGrants } from "./call-access.ts";
import { notifyCall } from "./notify-call.ts";
import { finishCall, startCall } from "./start-call.ts";

/** Where a voice node reports something: the node and the channel. */
export interface CallLocation {
  readonly node: string;
  readonly channelId: string;
}

type Stay = Pick<Participant, "sid" | "identity">;

/**
 * Adds a participant whom a node reports. A participant who connected again keeps their place. Returns whether the
 * participant's permissions differ from those that the node has: the channel may be gone, or a permission, since the
 * token was made.
 */
export async function addParticipant(
  tx: AnyTx,
  { node, channelId }: CallLocation,
  { sid, identity: user_id, joinedAt: joined_at }: Omit<Participant, "tracks">,
): Promise<boolean> {
  const channel = await findChannel(tx, channelId);
  const existing = await findState(tx, channelId, user_id);
  if (existing && (existing.state.sid === sid || existing.state.joined_at > joined_at)) return false;
  if (await hasEnded(tx, sid)) return false;
  const grants = channel && (await findGrants(tx, channelId, user_id));
  const join = await takeJoin(tx, channelId, user_id);
  // A client that connects again without asking for a token has what it had before.
  const given = join ?? existing?.state ?? { can_subscribe: 1, sources: "", session_id: null };
  const isOutdated = !grants || !sameGrants(toGrantColumns(grants), given);
  if (!channel) return isOutdated;

  const server_id = channel.server_id;
  const { can_subscribe, sources, session_id } = given;
  const stay = { sid, session_id, joined_at, recorded_at: tx.services.clock.now(), can_subscribe, sources };
  const raised_hand_at = existing?.state.raised_hand_at ?? null;
  const state: VoiceStateRow = { channel_id: channelId, user_id, server_id, ...stay, raised_hand_at };
  if (existing) {
    await replaceStay(tx, state);
    emitChangedFlags(tx, existing, { state, tracks: [] });
    return isOutdated;
  }
  await openCall(tx, { channel_id: channelId, server_id, node });
  const isFirst = !(await hasStates(tx, channelId));
  await insertState(tx, state);
  announceArrival(tx, state, join);
  if (join?.moved_from) await endFormerStay(tx, join.moved_from, user_id);
  if (session_id !== null) await leaveOtherCalls(tx, state);
  if (isFirst) await startCall(tx, { channelId, userId: user_id, recipients: recipientsOf(join) });
  else await stopRingingFor(tx, channelId, user_id);
  return isOutdated;
}

function announceArrival(tx: AnyTx, row: VoiceStateRow, join: VoiceJoinRow | undefined): void {
  const { channel_id, user_id } = row;
  const state = voiceStateView(row, []);
  const from = join?.moved_from;
  if (!from) {
    tx.emit(VoiceJoined, { id: channel_id, state });
    return;
  }
  tx.emit(VoiceLeft, { id: from, user: user_id }, { movedTo: channel_id });
  tx.emit(VoiceJoined, { id: channel_id, state }, { movedFrom: from });
  tx.emit(VoiceMoved, { user: user_id, from, to: channel_id, state });
}

/** The arrival is announced as a move, so that the end of the former stay needs no event, whenever it is reported. */
async function endFormerStay(tx: AnyTx, from: string, userId: string): Promise<void> {
  const former = await findState(tx, from, userId);
  if (former) await endStay(tx, former.state);
}

/** A user is in one call at a time, also one who asked for two tokens at once. Bots have no session and may be in many. */
async function leaveOtherCalls(tx: AnyTx, { channel_id, user_id }: VoiceStateRow): Promise<void> {
  for (const { channel_id: other } of await listStatesOf(tx, user_id)) {
    const call = other === channel_id ? undefined : await findCall(tx, other);
    if (call) await tx.enqueue(moveParticipant, { channelId: other, node: call.node, userId: user_id });
  }
}

function recipientsOf(join: VoiceJoinRow | undefined): readonly string[] | undefined {
  return join?.recipients ? (JSON.parse(join.recipients) as string[]) : undefined;
}

/** A user who answered on one device is no longer rung for on the others. */
async function stopRingingFor(tx: AnyTx, channelId: string, userId: string): Promise<void> {
  const to = await takeRings(tx, channelId, userId);
  const call = await findCall(tx, channelId);
  if (to.length > 0 && call?.initiator_id != null)
    await notifyCall(tx, { channel: channelId, by: call.initiator_id, to, startedAt: null, ended: true });
}

/** Removes a participant whom a node reports as gone, unless another stay of the same user has begun. */
export async function removeParticipant(
  tx: AnyTx,
  channelId: string,
  { sid, identity }: Stay,
): Promise<void> {
  const existing = await findState(tx, channelId, identity);
  if (existing?.state.sid !== sid) return;
  // For a member who was moved, the arrival is announced, or the end of the time for it.
  if (!(await findMove(tx, channelId, identity))) tx.emit(VoiceLeft, { id: channelId, user: identity });
  await endStay(tx, existing.state);
}

async function endStay(tx: AnyTx, { channel_id, user_id }: VoiceStateRow): Promise<void> {
  await deleteState(tx, { channel_id, user_id });
  if (!(await hasStates(tx, channel_id))) await finishCall(tx, channel_id, user_id);
}

/** Removes the participants of a call whose room has ended, or those who joined before this time. */
export async function removeAllParticipants(
  tx: AnyTx,
  channelId: string,
  { joinedBefore = Number.POSITIVE_INFINITY } = {},
): Promise<void> {
  for (const { state } of await listStates(tx, [channelId]))
    if (state.joined_at < joinedBefore)
      await removeParticipant(tx, channelId, { sid: state.sid, identity: state.user_id });
}

/** Ends a call whose node is not there any more. */
export async function dropCall(tx: AnyTx, channelId: string): Promise<void> {
  await removeAllParticipants(tx, channelId);
  await deleteCall(tx, channelId);
}

interface ChangedTrack {
  readonly participant: Stay;
  readonly track: Track;
  readonly change: TrackChange;
}

/** Applies the change of a track. Returns false for a new track that exceeds the user's limits. */
export async function applyTrackChange(
  tx: AnyTx,
  channelId: string,
  { participant: { sid, identity }, track, change }: ChangedTrack,
): Promise<boolean> {
  const before = await findState(tx, channelId, identity);
  if (before?.state.sid !== sid) return true;
  const { clock, config } = tx.services;
  const key = { channel_id: channelId, user_id: identity, sid: track.sid };
  const tier = limitTier(identity, clock.now(), config);
  if (change === "published" && exceedsLimits(track, tier, config.voice.video)) return false;
  if (change === "unpublished") await deleteTrack(tx, key);
  else {
    const muted = change === "muted" || (change === "published" && track.muted) ? 1 : 0;
    await putTrack(tx, { ...key, source: track.source, muted });
  }
  const after = await findState(tx, channelId, identity);
  if (after) emitChangedFlags(tx, before, after);
  return true;
}

export function emitChangedFlags(tx: AnyTx, before: StateWithTracks, after: StateWithTracks): void {
  const data = changedFlags(voiceFlags(before.state, before.tracks), voiceFlags(after.state, after.tracks));
  const { user_id: id, channel_id } = after.state;
  if (Object.keys(data).length > 0) tx.emit(VoiceStateUpdated, { id, channel_id, data });
}
