import type { Participant, Room, Track } from "livekit-client";
import { allGrants, type CallGrants, type CallPerson } from "./call-person.ts";
import { isMarkedDeafened } from "./room-microphone.ts";

/** The numbers of sources in LiveKit's protocol, whose package this client does not depend on. */
const sourceNumbers = { camera: 1, microphone: 2 };

export function readGrants({ permissions }: Participant): CallGrants {
  if (!permissions) return allGrants;
  const { canPublish, canSubscribe, canPublishSources: sources } = permissions;
  const may = (source: number) => canPublish && (sources.length === 0 || sources.includes(source));
  return {
    speak: may(sourceNumbers.microphone),
    video: may(sourceNumbers.camera),
    listen: canSubscribe,
  };
}

/** The participants of a room, oneself first, the others in the order of their arrival. */
export function readPeople({ localParticipant, remoteParticipants, state }: Room): CallPerson[] {
  const others = [...remoteParticipants.values()].sort((a, b) => arrival(a) - arrival(b));
  // Until the voice node has answered, nobody has an id.
  return [localParticipant, ...others]
    .filter(({ identity }) => identity)
    .map((participant) => readPerson(participant, state === "connected"));
}

const arrival = ({ joinedAt }: Participant) => joinedAt?.getTime() ?? 0;

function readPerson(participant: Participant, isConnected: boolean): CallPerson {
  return {
    userId: participant.identity,
    name: participant.name ?? "",
    isSelf: participant.isLocal,
    // While the connection is lost, no event says that somebody has stopped speaking.
    isSpeaking:
      isConnected &&
      participant.isSpeaking &&
      participant.isMicrophoneEnabled &&
      participant.connectionQuality !== "lost",
    isMuted: !participant.isMicrophoneEnabled,
    isDeafened: !readGrants(participant).listen || isMarkedDeafened(participant),
    hasPoorConnection: ["poor", "lost"].includes(participant.connectionQuality),
    camera: shownTrack(participant, "camera"),
    screen: shownTrack(participant, "screen_share"),
  };
}

function shownTrack(participant: Participant, source: "camera" | "screen_share"): Track | undefined {
  const publication = participant.getTrackPublication(source as Track.Source);
  return publication && !publication.isMuted ? publication.track : undefined;
}
