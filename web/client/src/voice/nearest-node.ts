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
