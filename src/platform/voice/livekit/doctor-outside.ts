import type { ReachedWay } from "../port.ts";
import { type MediaOffer, requestOffer } from "./doctor-offer.ts";
import { answers, type MediaAddress } from "./doctor-reach.ts";
import { findTurnProblem } from "./doctor-turn.ts";
import { newIceCheck } from "./stun.ts";

/** Finds out in which ways media of a call gets from this machine to LiveKit. Throws if LiveKit makes no offer. */
export async function examineWays(url: string, token: string): Promise<ReachedWay[]> {
  const offer = await requestOffer(url, token);
  try {
    return await Promise.all([examineMedia(offer, "udp"), examineMedia(offer, "tcp"), examineTurn(offer)]);
  } finally {
    offer.close();
  }
}

async function examineMedia(
  { addresses, own, theirs }: MediaOffer,
  protocol: MediaAddress["protocol"],
): Promise<ReachedWay> {
  const way = protocol === "udp" ? "UDP" : "TCP";
  const announced = addresses.filter((each) => each.protocol === protocol);
  const reached = await Promise.all(
    announced.map(async (at) => ({ at, ok: await answers(at, newIceCheck(own, theirs)) })),
  );
  const working = reached.filter(({ ok }) => ok);
  const name = (all: readonly { readonly at: MediaAddress }[]) =>
    all.map(({ at: { address, port } }) => `${address} port ${port}`).join(" and ");
  if (announced.length === 0) return { way, state: "off", text: "LiveKit announces no address for it" };
  // Of several addresses, clients need only one.
  if (working.length > 0) return { way, state: "works", text: `${name(working)} answers` };
  return { way, state: "blocked", text: `${name(reached)} does not answer` };
}

/** The TURN server that LiveKit announces, e.g. `turns:turn.example.org:443?transport=tcp`. */
async function examineTurn({ iceServers }: MediaOffer): Promise<ReachedWay> {
  const way = "TURN over TLS";
  const urls = iceServers.flatMap(({ urls }) => urls);
  const [, host, port] = urls.map((url) => /^turns:([^:?]+):(\d+)/.exec(url)).find(Boolean) ?? [];
  if (host === undefined) return { way, state: "off", text: "LiveKit announces no TURN server" };
  const problem = await findTurnProblem(host, { port: Number(port) });
  if (problem !== undefined) return { way, state: "blocked", text: problem };
  return { way, state: "works", text: `${host} port ${port} answers` };
}
