import type { Client } from "../session/client.ts";
import { configuration } from "../session/server.ts";
import { type VideoLimits, videoLimits } from "./voice-limits.ts";

const nothing = { area: 0, frameRate: 0, bitRate: 0 };

/** What the server allows the user to show in calls. */
export function ownVideoLimits({ user }: Pick<Client, "user">): VideoLimits {
  const features = configuration()?.features;
  if (!features) return { isAllowed: false, camera: nothing, screen: nothing };
  const published = { limits: features.limits, bounds: features.livekit.video };
  return videoLimits(published, user?.createdAt.getTime() ?? 0, Date.now());
}
