import type { ProviderKeys } from "../resources.ts";

type GroupKeys = Pick<ProviderKeys, "groups_claim" | "group_roles" | "operator_groups">;

/**
 * What groups give, as it is stored with an identity: the rights of an operator, or a role of a server. It is made of
 * the configuration alone, never of the name of a group.
 */
export const operatorGrant = "operator";
export const roleGrant = ({ server, role }: { server: string; role: string }) => `${server}/${role}`;

/** What the groups of a person give, in order and without duplicates. */
export function readGrants(claims: Readonly<Record<string, unknown>>, keys: GroupKeys): string[] {
  if (keys.groups_claim === "") return [];
  const groups = readGroups(claims, keys.groups_claim);
  const roles = keys.group_roles.filter(({ group }) => groups.has(group)).map(roleGrant);
  const isOperator = keys.operator_groups.some((group) => groups.has(group));
  return [...new Set([...(isOperator ? [operatorGrant] : []), ...roles])].sort();
}

/** The texts in a claim; none if it is missing or of another type, so that nobody keeps a role by mistake. */
export function readGroups(claims: Readonly<Record<string, unknown>>, path: string): ReadonlySet<string> {
  const value = claimAt(claims, path);
  const list = Array.isArray(value) ? value : [value];
  return new Set(list.filter((group) => typeof group === "string"));
}

/** The names of claims may contain dots themselves, as addresses do. */
function claimAt(claims: Readonly<Record<string, unknown>>, path: string): unknown {
  if (Object.hasOwn(claims, path)) return claims[path];
  let value: unknown = claims;
  for (const name of path.split(".")) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return undefined;
    value = (value as Record<string, unknown>)[name];
  }
  return value;
}
