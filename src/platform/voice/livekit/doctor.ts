import { join } from "node:path";
import { type Diagnosis, doctorRoomPrefix, type VoiceNode } from "../port.ts";
import type { CallReport, TrialCall } from "./doctor-call.ts";
import { findTurnProblem } from "./doctor-turn.ts";

const requestTimeoutMs = 5_000;

/** Finds out whether two clients of a voice node would hear each other, and if not, why. */
export async function examineNode(node: VoiceNode, turnDomain = ""): Promise<Diagnosis> {
  const media = await examineMedia(node);
  if (turnDomain === "") return media;
  const problem = await findTurnProblem(turnDomain);
  const turn = problem ?? "TURN over TLS answers";
  return { ok: media.ok && problem === undefined, text: `${media.text}; ${turn}` };
}

async function examineMedia(node: VoiceNode): Promise<Diagnosis> {
  const room = `${doctorRoomPrefix}${crypto.randomUUID()}`;
  const newToken = (identity: string) =>
    node.createToken({
      room,
      identity,
      name: identity,
      metadata: "",
      grants: { canSubscribe: true, sources: ["microphone"] },
    });
  const problem = await findSignallingProblem(node.publicUrl, await newToken("probe"));
  if (problem) return { ok: false, text: problem };
  try {
    await node.createRoom(room, "");
  } catch (error) {
    return {
      ok: false,
      text: `clients reach LiveKit, but Ermine does not (url of the node): ${messageOf(error)}`,
    };
  }
  const [sender, receiver] = [await newToken("sender"), await newToken("receiver")];
  const report = await makeCall({ url: node.publicUrl, sender, receiver });
  // LiveKit deletes an empty room by itself after some minutes.
  await node.deleteRoom(room).catch(() => {});
  return judgeCall(report);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** LiveKit checks a token over HTTP too, and says what is wrong with it. */
async function findSignallingProblem(url: string, token: string): Promise<string | undefined> {
  const address = `${url.replace(/^ws/, "http")}/rtc/validate?access_token=${token}`;
  let response: Response;
  let text: string;
  try {
    response = await fetch(address, { signal: AbortSignal.timeout(requestTimeoutMs) });
    text = (await response.text()).replaceAll(token, "…");
  } catch (error) {
    return `the signalling cannot be reached at ${url}: ${messageOf(error)}`;
  }
  const { status } = response;
  if (status === 200) return undefined;
  if (status === 503) return `${url} answers, but LiveKit does not run behind it: the log of Ermine says why`;
  if (/invalid API key/.test(text)) return `LiveKit does not know the key: ${text}`;
  if (/cryptographic primitive|signature/.test(text)) return "LiveKit has a different secret for the key";
  if (/\((nbf|exp|iat)\)/.test(text)) {
    const seconds = Math.round((Date.parse(response.headers.get("date") ?? "") - Date.now()) / 1_000);
    return `the clock of the voice node differs from that of this machine by ${seconds} seconds: ${text}`;
  }
  return `${url} does not answer as LiveKit does, but with status ${status}: ${text.slice(0, 200)}`;
}

/** In a process of its own, because the client library is native and logs to standard output. */
async function makeCall(call: TrialCall): Promise<CallReport> {
  if (Bun.isStandaloneExecutable) return { kind: "no library" };
  const report = Promise.withResolvers<CallReport>();
  const child = Bun.spawn([process.execPath, join(import.meta.dir, "doctor-call.ts")], {
    // The library logs less in production.
    env: { NODE_ENV: "production" },
    stdio: ["ignore", "ignore", "ignore"],
    ipc: (message) => report.resolve(message),
    onExit: (_, code) => report.resolve({ kind: "failed", why: `the client ended with ${code}` }),
  });
  child.send(call);
  try {
    return await report.promise;
  } finally {
    child.kill();
    await child.exited;
  }
}

export function judgeCall(report: CallReport): Diagnosis {
  switch (report.kind) {
    case "no library":
      return {
        // The packages do not contain the library, and nothing is wrong with a server that lacks it.
        ok: true,
        text: "the signalling works; sound was not tried: `npm run ermine -- doctor voice` does in a clone of the repository, which installs the client library @livekit/rtc-node",
      };
    case "failed":
      return {
        ok: false,
        text: `the signalling works, but no sound gets through: open the UDP port and the TCP port of LiveKit, or correct its address (voice.node_ip): ${report.why}`,
      };
    case "silent":
      return { ok: false, text: "two participants met, but did not hear each other" };
    case "heard": {
      const { unreachable, protocol, address } = report;
      if (unreachable.length > 0)
        return {
          ok: false,
          text: `clients are told to send sound to ${unreachable.join(" and ")} (UDP), and nothing answers there: open the UDP port, or correct the address (voice.node_ip)`,
        };
      if (protocol !== "udp")
        return {
          ok: false,
          text: "sound arrives, but by TCP and so with delays: open the UDP port of LiveKit",
        };
      return { ok: true, text: `sound arrives (UDP, ${address})` };
    }
  }
}
