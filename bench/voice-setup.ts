import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePorts } from "../test/support/processes/free-ports.ts";
import { startLiveKit } from "../test/support/voice/livekit.ts";
import { key, nodeName, secret } from "../test/support/voice/voice-config.ts";
import { spawnChild } from "./child-process.ts";
import { loadCore, serverCore, stopChild } from "./messages-runtime.ts";
import { pin } from "./processes.ts";
import type { SeededPerson } from "./seed.ts";

export interface VoiceSetup extends AsyncDisposable {
  readonly ermine: { readonly url: string; readonly pid: number };
  readonly control: { readonly url: string; readonly pid: number };
  readonly liveKit: { readonly url: string; readonly pid: number };
  readonly people: readonly SeededPerson[];
  readonly channels: readonly string[];
}

/** Starts Ermine, LiveKit, which reports to it, and the control. */
export async function startVoice(size: { people: number; channels: number }): Promise<VoiceSetup> {
  const [port = 0, tcp = 0, udp = 0] = freePorts(3);
  const url = `http://127.0.0.1:${port}`;
  const node = { name: nodeName, public_url: url.replace("http", "ws"), url, key, secret };
  const folder = mkdtempSync(join(tmpdir(), "ermine-bench-"));
  const ermine = await spawnChild<{ url: string } & Pick<VoiceSetup, "people" | "channels">>(
    "voice-server.ts",
    {
      folder,
      ...size,
      node,
    },
  );
  const ingress = `${ermine.first.url}/livekit-ingress/${nodeName}`;
  const liveKit = await startLiveKit({ port, tcp, udp, ingress });
  const control = await spawnChild<{ url: string }>("voice-control.ts", { url, key, secret });
  pin(ermine.child.pid, serverCore);
  pin(control.child.pid, serverCore);
  pin(liveKit.pid, loadCore);
  const { people, channels } = ermine.first;
  return {
    ermine: { url: ermine.first.url, pid: ermine.child.pid },
    control: { url: control.first.url, pid: control.child.pid },
    liveKit,
    people,
    channels,
    async [Symbol.asyncDispose]() {
      await liveKit[Symbol.asyncDispose]();
      await stopChild(control);
      await stopChild(ermine);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
