import { freePorts } from "../test/support/processes/free-ports.ts";
import { startLiveKit } from "../test/support/voice/livekit.ts";
import { key, secret } from "../test/support/voice/voice-config.ts";
import { spawnChild } from "./child-process.ts";
import { stopChild } from "./messages-runtime.ts";
import type { CallAddress } from "./voice-participants.ts";
import type { VoiceSetup } from "./voice-setup.ts";
import { type CallWatch, watchControl, watchStreams } from "./voice-watch.ts";

/** A server that lets people join a call, and the LiveKit of the call. */
export interface CallServer {
  readonly what: string;
  /** What its watch counts. */
  readonly reports: string;
  readonly pid: number;
  readonly liveKitPid: number;
  addressOf(index: number): Promise<CallAddress>;
  watch(people: number): Promise<CallWatch>;
}

async function post(url: string, body: object, headers = {}): Promise<CallAddress> {
  const response = await fetch(url, { method: "POST", headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`${url} answered ${response.status} ${await response.text()}`);
  return (await response.json()) as CallAddress;
}

/** Ermine with few and with many who are told of the call. */
export function ermineServers({ ermine, liveKit, people, channels }: VoiceSetup): CallServer[] {
  const [, ...participants] = people;
  const common = {
    reports: "events",
    pid: ermine.pid,
    liveKitPid: liveKit.pid,
    addressOf: (index: number) =>
      post(
        `${ermine.url}/api/channels/${channels[0]}/join_call`,
        {},
        { "x-session-token": participants[index]?.token },
      ),
  };
  // The first one only watches.
  const watchAs = (count: number) => watchStreams(ermine.url, people.slice(0, 1 + count));
  return [
    { ...common, what: "Ermine, 1 event stream", watch: () => watchAs(0) },
    { ...common, what: "Ermine, each with an event stream", watch: watchAs },
  ];
}

/** A LiveKit of its own with LiveKit's SDK in a bare Bun server: calls without Ermine. */
export async function startControl(): Promise<AsyncDisposable & { readonly server: CallServer }> {
  const [port = 0, tcp = 0, udp = 0] = freePorts(3);
  const address = `http://127.0.0.1:${port}`;
  const control = await spawnChild<{ url: string }>("voice-control.ts", { url: address, key, secret });
  const { url } = control.first;
  const liveKit = await startLiveKit({ port, tcp, udp, ingress: `${url}/notification` });
  return {
    server: {
      what: "LiveKit and its SDK alone",
      reports: "notifications",
      pid: control.child.pid,
      liveKitPid: liveKit.pid,
      addressOf: (index) => post(`${url}/join`, { room: "call", identity: `person${index}` }),
      watch: () => watchControl(url),
    },
    async [Symbol.asyncDispose]() {
      await liveKit[Symbol.asyncDispose]();
      await stopChild(control);
    },
  };
}
