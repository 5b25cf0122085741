/** One name for two people, whoever is named first; somebody alone has one too. */
export function pairOf(a: string, b: string): string {
  return a === b ? a : [a, b].sort().join(" ");
}
