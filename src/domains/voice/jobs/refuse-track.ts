import Type from "typebox";
import { job } from "../../../declare/job.ts";
import type { TrackSource, VoiceGrants } from "../../../platform/voice/port.ts";
import { Id } from "../../../protocol/schema.ts";
import { findGrants } from "../actions/call-access.ts";
import { findNode } from "../actions/find-node.ts";

export const refuseTrack = job({
  name: "refuse_track",
  doc: "Ends a track that exceeds the limits of its user, who stays in the call and may publish another.",
  payload: Type.Object({ channelId: Id, node: Type.String(), userId: Id, trackSid: Type.String() }),
  attempts: 5,
  // The client library of browsers does not notice the end of a track that it has not finished publishing.
  afterMs: 500,
  async run({ services, read }, { channelId, node: name, userId, trackSid }) {
    const node = findNode(services, name);
    const participants = (await node?.listParticipants(channelId)) ?? [];
    const tracks = participants.flatMap((each) => (each.identity === userId ? each.tracks : []));
    const track = tracks.find(({ sid }) => sid === trackSid);
    const grants = await read((db) => findGrants(db, channelId, userId));
    // The user may have ended the track, and published one within the limits from the same source.
    if (!node || !track || !grants) return;
    // LiveKit ends a track when its source is no longer granted.
    await node.setGrants(channelId, userId, withoutSource(grants, track.source));
    await node.setGrants(channelId, userId, grants);
  },
});

/** Data tracks have no source of their own: without any source, none can be published. */
function withoutSource({ canSubscribe, sources }: VoiceGrants, refused: TrackSource): VoiceGrants {
  const left = refused === "unknown" ? [] : sources.filter((source) => source !== refused);
  return { canSubscribe, sources: left };
}
