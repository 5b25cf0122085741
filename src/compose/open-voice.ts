import type { PublicUrls } from "../config/public-urls.ts";
import type { Config } from "../config/schema.ts";
import type { Services } from "../declare/services.ts";
import type { Secrets } from "../platform/secrets/secrets-file.ts";
import { LiveKitSupervisor } from "../platform/voice/livekit/supervisor.ts";
import type { ReachedWay, VoiceNodes } from "../platform/voice/port.ts";
import { findVoiceSource } from "../platform/voice/voice-source.ts";

export async function openVoice(
  config: Config,
  secrets: Secrets,
  urls: PublicUrls,
): Promise<VoiceNodes | undefined> {
  const { kind } = findVoiceSource(config);
  if (kind === "off") return undefined;
  if (kind === "program") {
    const { openOwnNode } = await import("../platform/voice/livekit/own-node.ts");
    return openOwnNode({
      turnDomain: config.voice.turn.domain,
      port: config.voice.port,
      secret: secrets.liveKit,
      metricsPort: config.voice.metrics_port,
      publicUrl: () => urls.voice,
    });
  }
  const { createLiveKitNode } = await import("../platform/voice/livekit/livekit.ts");
  const all = config.voice.nodes.map(
    ({ name, public_url, url, key, secret, lat = 0, lon = 0, private: isPrivate = false, metrics_url }) =>
      createLiveKitNode({
        name,
        publicUrl: public_url,
        url,
        key,
        secret,
        lat,
        lon,
        isPrivate,
        metricsUrl: metrics_url,
      }),
  );
  return { all, signalling: undefined, close: async () => {} };
}

/** Runs the LiveKit server of this machine, if there is one; returns what stops it. */
export function runLiveKit(
  { config, log, secrets }: Services,
  listeningPort: number,
): (() => Promise<void>) | undefined {
  const source = findVoiceSource(config);
  if (source.kind !== "program") return undefined;
  const liveKit = new LiveKitSupervisor({ ...source, config, log, secret: secrets.liveKit, listeningPort });
  return () => liveKit.stop();
}

/** Finds out in which ways media of a call gets from this machine to a voice node. */
export async function examineVoiceWays(url: string, token: string): Promise<readonly ReachedWay[]> {
  const { examineWays } = await import("../platform/voice/livekit/doctor-outside.ts");
  return examineWays(url, token);
}
