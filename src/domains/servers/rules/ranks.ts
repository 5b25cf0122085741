import type { RoleRow } from "../tables.ts";

type Ranked = Pick<RoleRow, "id" | "rank">;

/** Whether a list names all roles, each once. */
export function namesAll(ranks: readonly string[], roles: readonly Ranked[]): boolean {
  const named = new Set(ranks);
  return (
    ranks.length === roles.length && named.size === roles.length && roles.every(({ id }) => named.has(id))
  );
}

/**
 * Whether a new order leaves everybody where they are whom one does not stand above. `roles` are all roles in the
 * present order, the highest first. Equals among those would not be equals any more, so then it does not.
 */
export function keepsSuperiors(
  ranks: readonly string[],
  roles: readonly Ranked[],
  callerRank: number,
): boolean {
  const superiors = roles.filter(({ rank }) => rank <= callerRank);
  const areRanked = new Set(superiors.map(({ rank }) => rank)).size === superiors.length;
  return areRanked && superiors.every(({ id }, index) => ranks[index] === id);
}
