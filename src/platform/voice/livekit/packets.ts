import type { PacketCount } from "../port.ts";

const timeoutMs = 2_000;
const sample = /^livekit_packet_(loss_)?total\{(?<labels>[^}]*)\} (?<value>\S+)$/gm;

/** Reads the packets of calls from the metrics of a LiveKit server. */
export async function readPackets(url: string | undefined): Promise<readonly PacketCount[]> {
  if (!url) return [];
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) });
    return response.ok ? countPackets(await response.text()) : [];
  } catch {
    // Whether LiveKit answers is for the jobs and the doctor to notice.
    return [];
  }
}

/** The sums over the further labels, such as countries and sources. */
export function countPackets(metrics: string): readonly PacketCount[] {
  const counts = new Map<string, PacketCount>();
  for (const { 1: loss, groups } of metrics.matchAll(sample)) {
    const value = Number(groups?.value);
    const direction = /direction="(incoming|outgoing)"/.exec(groups?.labels ?? "")?.[1];
    if (!direction || !Number.isFinite(value)) continue;
    const kind = loss ? "lost" : "seen";
    const key = `${direction} ${kind}`;
    const count = (counts.get(key)?.count ?? 0) + value;
    counts.set(key, { direction: direction as PacketCount["direction"], kind, count });
  }
  return [...counts.values()];
}
