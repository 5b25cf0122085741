import type { RoleRow } from "../../members/index.ts";

type Ranked = Pick<RoleRow, "id" | "rank">;

/** Whether the list names every role exactly once. */
export function namesAll(ranks: readonly string[], roles: readonly Ranked[]): boolean {
  const named = new Set(ranks);
  return (
    ranks.length === roles.length && named.size === roles.length && roles.every(({ id }) => named.has(id))
  );
}

/**
 * Whether a new order keeps the position of every role that the caller does not outrank. `roles` are all roles in the
 * current order, the highest first. A new order gives each role a rank of its own, so roles that share a rank cannot
 * keep it: if two of those roles do, no order is allowed.
 */
export function keepsSuperiors(
  ranks: readonly string[],
  roles: readonly Ranked[],
  callerRank: number,
): boolean {
  const superiors = roles.filter(({ rank }) => rank <= callerRank);
  const ranksAreUnique = new Set(superiors.map(({ rank }) => rank)).size === superiors.length;
  return ranksAreUnique && superiors.every(({ id }, index) => ranks[index] === id);
}
