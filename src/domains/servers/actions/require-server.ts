import { permission as bits, type Permission } from "../../../permissions/bits.ts";
import { includes } from "../../../permissions/bitset.ts";
import { serverPermissions } from "../../../permissions/servers.ts";
import type { Fail } from "../../../protocol/error.ts";
import type { Reader } from "../../../store/tx.ts";
import { findServerAccess, type ServerAccess } from "../store/server-access.ts";

interface AccessContext<E extends "NotFound" | "MissingPermission"> {
  readonly db: Reader;
  readonly caller: { readonly userId: string };
  readonly fail: Fail<E>;
}

/** A server that exists, and how the caller stands in it, member or not. */
export async function requireServer(
  { db, caller, fail }: AccessContext<"NotFound">,
  id: string,
): Promise<ServerAccess> {
  const place = await findServerAccess(db, id, caller.userId);
  if (!place) throw fail("NotFound");
  return place;
}

/** The same for members alone; to others it is as if the server did not exist, privileged or not. */
export async function requireMembership(
  context: AccessContext<"NotFound">,
  id: string,
): Promise<ServerAccess> {
  const place = await requireServer(context, id);
  if (!place.membership.member) throw context.fail("NotFound");
  return place;
}

/** The same for those who hold a permission in the server. */
export async function requireServerPermission(
  context: AccessContext<"NotFound" | "MissingPermission">,
  id: string,
  permission: Permission,
): Promise<ServerAccess> {
  const place = await requireServer(context, id);
  assertServerPermission(context, place, permission);
  return place;
}

export function assertServerPermission(
  { db, fail }: Pick<AccessContext<"MissingPermission">, "db" | "fail">,
  place: ServerAccess,
  permission: Permission,
): void {
  const held = serverPermissions(place.membership, db.services.clock.now());
  if (!includes(held, bits[permission])) throw fail("MissingPermission", { permission });
}
