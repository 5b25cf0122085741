import { permission } from "../../../permissions/bits.ts";
import { includes } from "../../../permissions/bitset.ts";
import type { TrackSource, VoiceGrants } from "../../../platform/voice/port.ts";

/** What a user with these channel permissions may do in the call; `video` is the limit of the user's tier. */
export function voiceGrants(permissions: number, { video }: { readonly video: boolean }): VoiceGrants {
  const sources: TrackSource[] = [];
  if (includes(permissions, permission.Speak)) sources.push("microphone");
  if (includes(permissions, permission.Video) && video)
    sources.push("camera", "screen_share", "screen_share_audio");
  return { canSubscribe: includes(permissions, permission.Listen), sources };
}

/** The columns that hold grants. */
export interface GrantColumns {
  readonly can_subscribe: number;
  readonly sources: string;
}

export function toGrantColumns({ canSubscribe, sources }: VoiceGrants): GrantColumns {
  return { can_subscribe: canSubscribe ? 1 : 0, sources: sources.join(",") };
}

export function sameGrants(a: GrantColumns, b: GrantColumns): boolean {
  return a.can_subscribe === b.can_subscribe && a.sources === b.sources;
}
