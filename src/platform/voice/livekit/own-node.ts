import { TokenVerifier } from "livekit-server-sdk";
import type { VoiceNodes } from "../port.ts";
import { createLiveKitNode } from "./livekit.ts";
import { ownKey, ownNodeName } from "./livekit-config.ts";

interface OwnNodeOptions {
  /** The port of LiveKit on the loopback interface. */
  readonly port: number;
  readonly secret: string;
  readonly turnDomain: string;
  /** The port of its metrics there; 0 if there is none. */
  readonly metricsPort: number;
  /** With port 0 in the configuration, the address is known only once the server listens. */
  publicUrl(): string;
}

const requestTimeoutMs = 4_000;

/** The LiveKit server that this server runs, as its only voice node. */
export function openOwnNode(options: OwnNodeOptions): VoiceNodes {
  const { port, secret, turnDomain, metricsPort, publicUrl } = options;
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
    turnDomain,
    metricsUrl: metricsPort > 0 ? `http://127.0.0.1:${metricsPort}/metrics` : undefined,
  });
  const verifier = new TokenVerifier(ownKey, secret);
  return {
    all: [node],
    signalling: {
      url: `ws://${host}`,
      async readToken(token) {
        const claims = await verifier.verify(token).catch(() => undefined);
        const { sub: identity, video, nbf = 0 } = claims ?? {};
        if (!identity || !video?.room) return undefined;
        return { identity, room: video.room, issuedAt: nbf * 1_000 };
      },
      async validate(path, query, authorization) {
        const response = await fetch(`http://${host}${path}?${query}`, {
          headers: authorization === null ? {} : { authorization },
          signal: AbortSignal.timeout(requestTimeoutMs),
        }).catch((error: { readonly code?: unknown; readonly name: string }) => {
          // The error of `fetch` has the whole address in it, with the caller's token.
          throw new Error(`no answer from ${host}: ${error.code ?? error.name}`);
        });
        return { status: response.status, text: await response.text() };
      },
    },
    close: async () => {},
  };
}
