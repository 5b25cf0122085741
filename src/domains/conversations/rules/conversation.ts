/** The key of the direct conversation of two users, in either order; of one user, of their saved messages. */
export function pairOf(a: string, b: string): string {
  return a === b ? a : [a, b].sort().join(" ");
}
