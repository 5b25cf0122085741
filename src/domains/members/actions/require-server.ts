import { type AccessContext, target } from "../../../declare/target.ts";
import type { Tx } from "../../../declare/tx.ts";
import { permission as bits, type Permission } from "../../../permissions/bits.ts";
import { includes } from "../../../permissions/bitset.ts";
import { type MembershipContext, outranks, rankOf, serverPermissions } from "../../../permissions/servers.ts";
import type { MemberWithRoles } from "../rules/views.ts";
import { findServerAccess, type ServerAccess } from "../store/server-access.ts";
import { lockServer } from "../store/servers.ts";

export interface MemberAccess extends ServerAccess {
  readonly member: MemberWithRoles;
}

/** The server that a path parameter names. Callers who are not members get MissingPermission, not NotFound. */
export function serverTarget<const Param extends string>(param: Param) {
  return target({
    kind: "server",
    params: [param],
    load: (context, params) => requireServer(context, params[param]),
    holds: holdsServerPermission,
    lock: (tx, { server }: ServerAccess) => lockServer(tx, server.id),
  });
}

/** The same for members only. All other callers get NotFound. */
export function membershipTarget<const Param extends string>(param: Param) {
  return target({
    kind: "server",
    params: [param],
    load: (context, params) => requireMembership(context, params[param]),
    holds: holdsServerPermission,
  });
}

export async function requireServer({ db, caller, fail }: AccessContext, id: string): Promise<ServerAccess> {
  const access = await findServerAccess(db, id, caller.userId);
  if (!access) throw fail("NotFound");
  return access;
}

async function requireMembership(context: AccessContext, id: string): Promise<MemberAccess> {
  const access = await requireServer(context, id);
  const { member } = access;
  if (!member) throw context.fail("NotFound");
  return { ...access, member };
}

/** Loads a server for a caller who holds a permission in it; for servers that no path parameter names. */
export async function requireServerPermission(
  context: AccessContext,
  id: string,
  permission: Permission,
): Promise<ServerAccess> {
  const access = await requireServer(context, id);
  const { db, fail } = context;
  assertServerPermission({ services: db.services, fail }, access, permission);
  return access;
}

export function assertServerPermission(
  { services, fail }: Pick<Tx<never, "MissingPermission">, "services" | "fail">,
  access: ServerAccess,
  permission: Permission,
): void {
  if (!holdsServerPermission(access, permission, services.clock.now()))
    throw fail("MissingPermission", { permission });
}

/** Roles can only be changed by callers of higher rank, which is the smaller number. */
export function assertOutranksRole(
  { fail }: Pick<Tx<never, "NotElevated">, "fail">,
  { membership }: ServerAccess,
  rank: number,
): void {
  if (rank <= rankOf(membership)) throw fail("NotElevated");
}

export function assertOutranksMember(
  { fail }: Pick<Tx<never, "NotElevated">, "fail">,
  { membership }: ServerAccess,
  target: MembershipContext,
): void {
  if (!outranks(membership, target)) throw fail("NotElevated");
}

export function holdsServerPermission(
  { membership }: ServerAccess,
  permission: Permission,
  now: number,
): boolean {
  return includes(serverPermissions(membership, now), bits[permission]);
}
