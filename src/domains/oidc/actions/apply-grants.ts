import type { AnyTx, Tx } from "../../../declare/tx.ts";
import { recordOperatorAction } from "../../operators/index.ts";
import { applyGroupRoles } from "../../servers/index.ts";
import {
  findUser,
  setStanding,
  type UserRow,
  type UserStanding,
  type UserUpdated,
} from "../../users/index.ts";
import { findProviderOf, type ProviderKeys } from "../resources.ts";
import { operatorGrant, readGrants, roleGrant } from "../rules/groups.ts";
import { listIdentities, updateGrants } from "../store/identities.ts";
import type { IdentityRow } from "../tables.ts";

/** Takes over what a provider says about the groups of an identity. */
export async function takeGroups(
  tx: AnyTx,
  identity: IdentityRow,
  { keys, claims, isReported }: { keys: ProviderKeys; claims: Record<string, unknown>; isReported: boolean },
): Promise<void> {
  await takeGrants(tx, identity, { grants: readGrants(claims, keys), isReported });
}

export async function takeGrants(
  tx: AnyTx,
  identity: IdentityRow,
  { grants: said, isReported }: { grants: readonly string[]; isReported: boolean },
): Promise<void> {
  const before = grantsOf(identity);
  const isOwnRight = said.includes(operatorGrant) && (await isAppointed(tx, identity.account_id));
  const grants = isOwnRight ? withoutOperator(said) : said;
  const stored = JSON.stringify(grants);
  if (stored !== identity.grants) await updateGrants(tx, identity.id, stored);
  await applyGrants(tx, identity.account_id, {
    gained: grants.filter((grant) => !before.includes(grant)),
    lost: before.filter((grant) => !grants.includes(grant)),
    isReported,
  });
}

const withoutOperator = (grants: readonly string[]) => grants.filter((grant) => grant !== operatorGrant);

/** Whether somebody is an operator, and not by a group. Groups then neither give these rights nor take them away. */
async function isAppointed(tx: AnyTx, userId: string): Promise<boolean> {
  if ((await findUser(tx, userId))?.privileged !== 1) return false;
  return !(await listIdentities(tx, userId)).flatMap(grantsOf).includes(operatorGrant);
}

/** Sets what an operator decides. Groups then no longer take the rights of an operator from this user. */
export async function changeStanding(
  tx: Tx<typeof UserUpdated>,
  user: UserRow,
  changes: UserStanding,
): Promise<UserRow> {
  if (changes.privileged) await forgetOperatorGrant(tx, user.id);
  return setStanding(tx, user, changes);
}

async function forgetOperatorGrant(tx: Tx, userId: string): Promise<void> {
  for (const identity of await listIdentities(tx, userId)) {
    const grants = grantsOf(identity);
    if (grants.includes(operatorGrant))
      await updateGrants(tx, identity.id, JSON.stringify(withoutOperator(grants)));
  }
}

/** Takes away what the groups of an identity have given, whose row is gone. */
export async function dropGrants(tx: AnyTx, identity: IdentityRow): Promise<void> {
  const change = { gained: [], lost: grantsOf(identity), isReported: true };
  await applyGrants(tx, identity.account_id, change, [identity]);
}

/** Gives a new user what the groups of their identities give. */
export async function grantToUser(tx: AnyTx, userId: string): Promise<void> {
  const gained = (await listIdentities(tx, userId)).flatMap(grantsOf);
  await applyGrants(tx, userId, { gained, lost: [], isReported: true });
}

interface GrantChange {
  readonly gained: readonly string[];
  readonly lost: readonly string[];
  readonly isReported: boolean;
}

/** Of several identities each gives what its groups give; none takes away what another one gives. */
async function applyGrants(
  tx: AnyTx,
  userId: string,
  { gained, lost, isReported }: GrantChange,
  removed: readonly IdentityRow[] = [],
): Promise<void> {
  // An account may have no user yet. The one that it gets is granted all of it.
  const user = await findUser(tx, userId);
  if (!user) return;
  const linked = (await listIdentities(tx, userId)).flatMap((identity) => configured(tx, identity));
  const former = removed.flatMap((identity) => configured(tx, identity));
  const held = new Set(linked.flatMap(({ grants }) => grants));
  const all = [...linked, ...former].map(({ keys }) => keys);
  const providers = all.map(({ name }) => name).join(", ");
  await changeOperator(tx, user, {
    providers,
    isHeld: held.has(operatorGrant),
    isLost: lost.includes(operatorGrant),
  });
  // Several groups may give the same role; one of them that lets people join is enough.
  const entries = Map.groupBy(
    all.flatMap(({ group_roles }) => group_roles),
    roleGrant,
  );
  const roles = [...entries].flatMap(([grant, same]) => {
    const [entry] = same;
    if (!entry) return [];
    const isHeld = held.has(grant);
    const joins = isHeld && gained.includes(grant) && same.some(({ join }) => join);
    return [{ serverId: entry.server, roleId: entry.role, isHeld, joins }];
  });
  if (roles.length > 0) await applyGroupRoles(tx, { userId, providers, roles, isReported });
}

/** Groups take the rights of an operator only from those who have them by a group alone (see `isAppointed`). */
async function changeOperator(
  tx: AnyTx,
  user: UserRow,
  { providers, isHeld, isLost }: { providers: string; isHeld: boolean; isLost: boolean },
): Promise<void> {
  if (isHeld === (user.privileged === 1) || (!isHeld && !isLost)) return;
  await setStanding(tx, user, { privileged: isHeld });
  await recordOperatorAction(tx, {
    source: "groups",
    actor: providers,
    action: isHeld ? "users promote" : "users demote",
    target: user.id,
    details: {},
  });
}

/** The identity's provider, and what it gives by the configuration of today; none if there is no such provider. */
function configured({ services }: AnyTx, identity: IdentityRow) {
  const keys = findProviderOf(services, identity.issuer)?.keys;
  if (!keys || keys.groups_claim === "") return [];
  const known = new Set(keys.group_roles.map(roleGrant));
  if (keys.operator_groups.length > 0) known.add(operatorGrant);
  return [{ keys, grants: grantsOf(identity).filter((grant) => known.has(grant)) }];
}

const grantsOf = ({ grants }: IdentityRow) => JSON.parse(grants) as string[];
