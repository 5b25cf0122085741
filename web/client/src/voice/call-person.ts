import type { Track } from "livekit-client";

/** A participant as the call shows them. */
export interface CallPerson {
  readonly userId: string;
  /** For users whom the client does not know. */
  readonly name: string;
  readonly isSelf: boolean;
  readonly isSpeaking: boolean;
  readonly isMuted: boolean;
  /** Whether they hear nobody, by their own choice or a moderator's. */
  readonly isDeafened: boolean;
  readonly hasPoorConnection: boolean;
  readonly camera: Track | undefined;
  readonly screen: Track | undefined;
}

/** What the server lets the user do in a call. */
export interface CallGrants {
  readonly speak: boolean;
  readonly video: boolean;
  readonly listen: boolean;
}

export const allGrants: CallGrants = { speak: true, video: true, listen: true };

/** Somebody of whom nothing arrives for now. */
export const withoutMedia = (person: CallPerson): CallPerson => ({
  ...person,
  isSpeaking: false,
  camera: undefined,
  screen: undefined,
});
