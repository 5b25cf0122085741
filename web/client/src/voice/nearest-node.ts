export interface VoiceNode {
  readonly name: string;
  readonly lat: number;
  readonly lon: number;
  readonly public_url: string;
}

const minutesInDegree = 4;

/**
 * The name of the voice node for a new call. The time zone says roughly at which longitude the user is, without asking
 * for their location.
 */
export function nearestNode(nodes: readonly VoiceNode[], minutesBehindUtc: number): string | undefined {
  const longitude = -minutesBehindUtc / minutesInDegree;
  const distance = ({ lon }: VoiceNode) => {
    const apart = Math.abs(lon - longitude) % 360;
    return Math.min(apart, 360 - apart);
  };
  return [...nodes].sort((a, b) => distance(a) - distance(b))[0]?.name;
}

/** The nearest node at first, and then each of them in turn: the nearest may be the one that is gone. */
export function nodeInTurn(nodes: readonly VoiceNode[], attempt: number): string | undefined {
  const nearest = nearestNode(nodes, new Date().getTimezoneOffset());
  const at = nodes.findIndex(({ name }) => name === nearest);
  return nodes[(at + attempt) % nodes.length]?.name;
}
