import { createLiveKitNode } from "./livekit.ts";
import { ownKey, ownNodeName } from "./livekit-config.ts";
import type { VoiceNodes } from "./port.ts";

export interface OwnNodeOptions {
  /** The port of LiveKit on the loopback interface. */
  readonly port: number;
  readonly secret: string;
  /** With port 0 in the configuration, the address is known only once the server listens. */
  publicUrl(): string;
}

const requestTimeoutMs = 4_000;

/** The LiveKit server that this server runs, as its only voice node. */
export function openOwnNode({ port, secret, publicUrl }: OwnNodeOptions): VoiceNodes {
  const host = `127.0.0.1:${port}`;
  const node = createLiveKitNode({
    name: ownNodeName,
    get publicUrl() {
      return publicUrl();
    },
    url: `http://${host}`,
    key: ownKey,
    secret,
    lat: 0,
    lon: 0,
    isPrivate: false,
  });
  return {
    all: [node],
    signalling: {
      url: `ws://${host}`,
      async validate(path, query, authorization) {
        const response = await fetch(`http://${host}${path}?${query}`, {
          headers: authorization === null ? {} : { authorization },
          signal: AbortSignal.timeout(requestTimeoutMs),
        });
        return { status: response.status, text: await response.text() };
      },
    },
    close: async () => {},
  };
}
