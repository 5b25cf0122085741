import { randomBytes } from "node:crypto";
import {
  type ICEServer,
  SessionDescription,
  SignalRequest,
  SignalResponse,
  SignalTarget,
} from "@livekit/protocol";
import type { MediaAddress } from "./doctor-reach.ts";
import type { IceCredentials } from "./stun.ts";

/** What LiveKit tells a client that joins a call: where it expects media, and how it recognises the client. */
export interface MediaOffer {
  readonly addresses: readonly MediaAddress[];
  readonly own: IceCredentials;
  readonly theirs: IceCredentials;
  readonly iceServers: readonly ICEServer[];
  /** Leaves the call, after which LiveKit answers no check any more. */
  close(): void;
}

const timeoutMs = 10_000;
/** LiveKit sends its addresses one by one, at once, and does not always say which is the last. */
const quietMs = 1_000;
/** With an older version of the protocol, LiveKit waits for the client's offer. */
const protocolVersion = 15;

/** Joins a call as a client does, up to the point at which media would flow. Throws if LiveKit makes no offer. */
export async function requestOffer(url: string, token: string): Promise<MediaOffer> {
  const query = new URLSearchParams({
    access_token: token,
    protocol: String(protocolVersion),
    auto_subscribe: "1",
    sdk: "js",
  });
  const socket = new WebSocket(`${url}/rtc?${query}`);
  socket.binaryType = "arraybuffer";
  const own = { fragment: newText(4), password: newText(16) };
  const addresses: MediaAddress[] = [];
  let iceServers: readonly ICEServer[] = [];
  let theirs: IceCredentials | undefined;
  const { promise, resolve, reject } = Promise.withResolvers<MediaOffer>();
  const timeout = setTimeout(() => reject(new Error("LiveKit made no offer in time")), timeoutMs);
  let quiet: ReturnType<typeof setTimeout> | undefined;
  socket.onmessage = ({ data }: MessageEvent<ArrayBuffer>) => {
    const { message } = SignalResponse.fromBinary(new Uint8Array(data));
    if (message.case === "join") iceServers = message.value.iceServers;
    if (message.case === "leave") reject(new Error("LiveKit ended the connection"));
    if (message.case === "offer") {
      theirs = readCredentials(message.value.sdp);
      const value = new SessionDescription({ type: "answer", sdp: answerTo(message.value.sdp, own) });
      socket.send(new SignalRequest({ message: { case: "answer", value } }).toBinary());
    }
    if (message.case === "trickle" && message.value.target === SignalTarget.SUBSCRIBER)
      addresses.push(...readAddress(message.value.candidateInit));
    clearTimeout(quiet);
    const offered = theirs;
    if (offered && addresses.length > 0)
      quiet = setTimeout(
        () => resolve({ addresses, own, theirs: offered, iceServers, close: () => socket.close() }),
        quietMs,
      );
  };
  socket.onclose = () => reject(new Error("LiveKit refused the connection, or it was cut"));
  try {
    return await promise;
  } catch (error) {
    socket.close();
    throw error;
  } finally {
    clearTimeout(timeout);
    clearTimeout(quiet);
  }
}

const newText = (bytes: number) => randomBytes(bytes).toString("hex");

function readCredentials(sdp: string): IceCredentials {
  const read = (name: string) => new RegExp(`^a=${name}:(.*?)\\r?$`, "m").exec(sdp)?.[1] ?? "";
  return { fragment: read("ice-ufrag"), password: read("ice-pwd") };
}

/** E.g. `candidate:1 1 udp 2130706431 203.0.113.5 7882 typ host`. */
function readAddress(candidateInit: string): MediaAddress[] {
  const { candidate } = JSON.parse(candidateInit) as { candidate?: string };
  const [, , protocol = "", , address, port, , type] = candidate?.split(" ") ?? [];
  const name = protocol.toLowerCase();
  if (type !== "host" || address === undefined || (name !== "udp" && name !== "tcp")) return [];
  return [{ protocol: name, address, port: Number(port) }];
}

/** Accepts every part of the offer. No key belongs to the fingerprint, since no media is going to be sent. */
function answerTo(offer: string, { fragment, password }: IceCredentials): string {
  const [, ...parts] = offer.split(/^m=/m);
  const mids = parts.map((part) => /^a=mid:(\S+)/m.exec(part)?.[1] ?? "0");
  const fingerprint = randomBytes(32).toString("hex").toUpperCase().match(/../g)?.join(":");
  const lines = [
    ...["v=0", "o=- 1 1 IN IP4 127.0.0.1", "s=-", "t=0 0", `a=group:BUNDLE ${mids.join(" ")}`],
    ...parts.flatMap((part, index) => [
      `m=${part.split(/\r?\n/)[0]}`,
      ...["c=IN IP4 0.0.0.0", `a=mid:${mids[index]}`, "a=setup:active", "a=sctp-port:5000"],
      ...[`a=ice-ufrag:${fragment}`, `a=ice-pwd:${password}`, `a=fingerprint:sha-256 ${fingerprint}`],
    ]),
  ];
  return `${lines.join("\r\n")}\r\n`;
}
