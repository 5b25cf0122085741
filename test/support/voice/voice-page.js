/** Runs in a browser: one participant of a call, with LiveKit's client library for browsers. Tests call `participant`. */
import { Room, RoomEvent, Track } from "/livekit-client.js";

const room = new Room();
const ended = [];
room.on(RoomEvent.TrackUnpublished, ({ source }) => ended.push(source));

async function inboundStats(identity, source) {
  const track = room.remoteParticipants.get(identity)?.getTrackPublication(source)?.track;
  // The browser decodes only what it plays.
  if (track && track.attachedElements.length === 0) track.attach();
  const report = (await track?.receiver?.getStats()) ?? new Map();
  return [...report.values()].find(({ type }) => type === "inbound-rtp");
}

globalThis.participant = {
  join: (url, token) => room.connect(url, token),
  leave: () => room.disconnect(),
  isConnected: () => room.state === "connected",
  published: () => [...room.localParticipant.trackPublications.values()].map(({ source }) => source),
  openMicrophone: () => room.localParticipant.setMicrophoneEnabled(true).then(() => {}),
  shareScreen: (width, height) =>
    room.localParticipant.setScreenShareEnabled(true, { resolution: { width, height } }).then(() => {}),

  async showCamera(width, height) {
    const canvas = Object.assign(document.createElement("canvas"), { width, height });
    const context = canvas.getContext("2d");
    setInterval(() => context.fillRect(0, 0, Math.random() * width, height), 100);
    const [track] = canvas.captureStream(10).getVideoTracks();
    await room.localParticipant.publishTrack(track, { source: Track.Source.Camera, simulcast: false });
  },

  async closeCamera() {
    const publication = room.localParticipant.getTrackPublication(Track.Source.Camera);
    if (publication) await room.localParticipant.unpublishTrack(publication.track);
  },

  /** The candidate over which this participant sends: its protocol, and that to the relay, if there is one. */
  async path() {
    const { publisher } = room.engine.pcManager;
    const stats = [...(await publisher.getStats()).values()];
    const pair = stats.find(
      ({ type, nominated, state }) => type === "candidate-pair" && nominated && state === "succeeded",
    );
    return stats.find(({ id }) => id === pair?.localCandidateId);
  },

  /** The sources of the tracks of other participants that have ended. */
  ended: () => ended,
  /** The loudness of another participant, from 0 to 1. */
  loudness: async (identity) => (await inboundStats(identity, Track.Source.Microphone))?.audioLevel ?? 0,
  framesFrom: async (identity, source) => (await inboundStats(identity, source))?.framesDecoded ?? 0,
};
