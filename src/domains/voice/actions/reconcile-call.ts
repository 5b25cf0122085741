import type { JobContext } from "../../../declare/job.ts";
import type { AnyTx, Reader } from "../../../declare/tx.ts";
import type { Participant, Track, TrackChange } from "../../../platform/voice/port.ts";
import { refuseTrack } from "../jobs/refuse-track.ts";
import { deleteCall, findCall } from "../store/calls.ts";
import { findState, listStates, type StateWithTracks } from "../store/states.ts";
import { addParticipant, applyTrackChange, type CallLocation, removeParticipant } from "./participants.ts";

/** How long a call that nobody has joined keeps its node. */
const unusedCallMs = 300_000;

const noVideo = { width: 0, height: 0, bitrate: 0 };

/** Who was in the room of a channel. */
interface Observation extends CallLocation {
  readonly present: readonly Participant[];
  /** A moment before the node was asked: whoever joined later may be missing. */
  readonly seenAt: number;
}

/** Brings the states of one call in step with its room. Writes only if something differs. */
export async function reconcileCall({ read, write }: JobContext, seen: Observation): Promise<void> {
  const differs = async (db: Reader) =>
    (await isAbandoned(db, seen)) || !matches(await listStates(db, [seen.channelId]), seen);
  if (await read(differs)) await write((tx) => applyObservation(tx, seen));
}

function matches(states: readonly StateWithTracks[], { present, seenAt }: Observation): boolean {
  const settled = states.filter(({ state }) => state.recorded_at < seenAt);
  const stored = settled.map(({ state, tracks }) => summarize(state.sid, tracks));
  const actual = present.map(({ sid, tracks }) => summarize(sid, tracks));
  return Bun.deepEquals(stored.toSorted(), actual.toSorted());
}

function summarize(stay: string, tracks: readonly { sid: string; muted: boolean | number }[]): string {
  return [stay, ...tracks.map(({ sid, muted }) => `${sid}:${Number(muted)}`).toSorted()].join(" ");
}

/** Whether a call was opened long ago and nobody has ever joined it. */
async function isAbandoned(db: Reader, { channelId, present, seenAt }: Observation): Promise<boolean> {
  const call = await findCall(db, channelId);
  return present.length === 0 && call?.started_at === null && call.created_at < seenAt - unusedCallMs;
}

async function applyObservation(tx: AnyTx, seen: Observation): Promise<void> {
  const { channelId, present, seenAt } = seen;
  const sids = new Set(present.map(({ sid }) => sid));
  for (const { state } of await listStates(tx, [channelId]))
    if (!sids.has(state.sid) && state.recorded_at < seenAt)
      await removeParticipant(tx, channelId, { sid: state.sid, identity: state.user_id });
  for (const participant of present) {
    await addParticipant(tx, seen, participant);
    await applyTracks(tx, seen, participant);
  }
  if (await isAbandoned(tx, seen)) await deleteCall(tx, channelId);
}

async function applyTracks(
  tx: AnyTx,
  { node, channelId }: CallLocation,
  participant: Participant,
): Promise<void> {
  const { identity: userId } = participant;
  const stored = (await findState(tx, channelId, userId))?.tracks ?? [];
  const apply = async (track: Track, change: TrackChange) => {
    const accepted = await applyTrackChange(tx, channelId, { participant, track, change });
    if (!accepted) await tx.enqueue(refuseTrack, { channelId, node, userId, trackSid: track.sid });
  };
  for (const track of participant.tracks) {
    const before = stored.find(({ sid }) => sid === track.sid);
    if (!before) await apply(track, "published");
    else if (before.muted !== Number(track.muted)) await apply(track, track.muted ? "muted" : "unmuted");
  }
  const published = new Set(participant.tracks.map(({ sid }) => sid));
  for (const { sid } of stored) {
    const ended = { sid, source: "unknown", kind: "audio", muted: false, ...noVideo } as const;
    if (!published.has(sid)) await apply(ended, "unpublished");
  }
}
