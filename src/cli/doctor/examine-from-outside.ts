import { examineVoiceWays } from "../../compose/open-voice.ts";
import type { CommandReport } from "../../declare/command.ts";
import type { ReachedWay } from "../../platform/voice/port.ts";
import { type Finding, failure, ok, warning } from "./finding.ts";

const advice = {
  UDP: "Open the UDP port of LiveKit (voice.udp_port), or correct its address (voice.node_ip). Until then, sound is delayed.",
  TCP: "Open the TCP port of LiveKit (voice.tcp_port): some networks let no UDP through.",
  "TURN over TLS":
    "Lead port 443 of voice.turn.domain to voice.turn.port: some networks let nothing but TLS through.",
} as const satisfies Record<ReachedWay["way"], string>;

/** Says which ways of a call work from this machine, for which no configuration of the server is needed. */
export async function examineFromOutside(url: string, token: string): Promise<CommandReport> {
  const findings = await examineEach(url, token);
  return {
    rows: findings.map(({ state, check, text, advice = "" }) => ({ state, check, text, advice })),
    note: findings.some(({ state }) => state === "failure")
      ? "calls do not work from here"
      : "calls work from here",
    hasFailed: findings.some(({ state }) => state === "failure"),
  };
}

async function examineEach(url: string, token: string): Promise<Finding[]> {
  let ways: readonly ReachedWay[];
  try {
    ways = await examineVoiceWays(url, token);
  } catch (error) {
    return [
      failure("signalling", error, `Check that ${url} can be reached, and print a new command if it is old.`),
    ];
  }
  const isCallPossible = ways.some(({ state }) => state === "works");
  return [
    ok("signalling", `${url} answers`),
    ...ways.map(({ way, state, text }): Finding => {
      if (state === "works") return ok(way, text);
      if (state === "off" && isCallPossible) return ok(way, `off: ${text}`);
      return isCallPossible ? warning(way, text, advice[way]) : failure(way, text, advice[way]);
    }),
  ];
}
