import { isIPv6 } from "node:net";

/** The part of the client library's statistics that says over which addresses media flows. */
export interface CandidateStats {
  toJson(): unknown;
}

interface StatsEntry {
  readonly candidatePair?: {
    readonly rtc: { readonly id: string };
    readonly candidatePair: { readonly remoteCandidateId: string; readonly state: string };
  };
  readonly remoteCandidate?: {
    readonly rtc: { readonly id: string };
    readonly candidate: {
      readonly address: string;
      readonly port: number;
      readonly protocol: string;
      readonly candidateType: string;
    };
  };
  readonly transport?: { readonly transport: { readonly selectedCandidatePairId: string } };
}

interface MediaPaths {
  readonly protocol: string;
  readonly address: string;
  readonly unreachable: readonly string[];
}

/**
 * Which announced addresses of LiveKit answer. On the machine of LiveKit itself, media flows even if the announced
 * address is wrong, since LiveKit finds the client: so it is not enough that it flows.
 */
export function readPaths(stats: readonly CandidateStats[]): MediaPaths {
  const entries = stats.map((entry) => entry.toJson() as StatsEntry);
  const pairs = entries.flatMap(({ candidatePair }) => candidatePair ?? []);
  const remotes = entries.flatMap(({ remoteCandidate }) => remoteCandidate ?? []);
  const selectedIds = entries.flatMap(({ transport }) => transport?.transport.selectedCandidatePairId ?? []);
  const selected = pairs.find(({ rtc }) => selectedIds.includes(rtc.id));
  const chosen = remotes.find(({ rtc }) => rtc.id === selected?.candidatePair.remoteCandidateId)?.candidate;
  const announced = remotes
    .filter(({ candidate }) => candidate.candidateType === "HOST" && candidate.protocol === "udp")
    .map(({ rtc, candidate: { address, port } }) => ({
      family: isIPv6(address) ? 6 : 4,
      text: isIPv6(address) ? `[${address}]:${port}` : `${address}:${port}`,
      answers: pairs.some(
        ({ candidatePair: { remoteCandidateId, state } }) =>
          remoteCandidateId === rtc.id && state === "PAIR_SUCCEEDED",
      ),
    }));
  // Of several addresses of one family, clients need only one.
  const unreachable = announced.filter(
    ({ family }) => !announced.some((other) => other.family === family && other.answers),
  );
  return {
    protocol: chosen?.protocol ?? "unknown",
    address: chosen ? `${chosen.address}:${chosen.port}` : "unknown",
    unreachable: unreachable.map(({ text }) => text),
  };
}
