import { target } from "../../../declare/target.ts";
import type { Reader } from "../../../declare/tx.ts";
import { type UserPermission, userPermission, userPermissions } from "../../../permissions/users.ts";
import type { Relation } from "../../../visibility/view-change.ts";
import { findConnections } from "../queries.ts";
import { isBot } from "../rules/views.ts";
import { findRelation, listMutualFriends } from "../store/relations.ts";
import { findUser } from "../store/users.ts";
import type { UserRow } from "../tables.ts";

/** A user, and the permissions that the caller has on them. */
export interface UserAccess {
  readonly user: UserRow;
  /** The caller's relation to the user. */
  readonly relation: Relation;
  /** Bits of `userPermission`. */
  readonly permissions: number;
}

/** The user whom a path parameter names by id; `@me` is no id. */
export function userTarget<const Param extends string>(param: Param) {
  return target({
    kind: "user",
    params: [param],
    async load({ db, caller, fail }, params) {
      const user = await findUser(db, params[param]);
      if (!user) throw fail("NotFound");
      return permissionsOn(db, caller.userId, user);
    },
    holds: holdsUserPermission,
  });
}

export function holdsUserPermission(
  { permissions }: Pick<UserAccess, "permissions">,
  permission: UserPermission,
): boolean {
  return (permissions & userPermission[permission]) !== 0;
}

/** Works out the permissions that a caller has on another user. */
export async function permissionsOn(db: Reader, callerId: string, user: UserRow): Promise<UserAccess> {
  const relation = await findRelation(db, callerId, user.id);
  const caller = await findUser(db, callerId);
  const facts = {
    self: callerId === user.id,
    relation,
    eitherIsBot: isBot(user) || (caller !== undefined && isBot(caller)),
  };
  const apart = userPermissions({ ...facts, mutual: false });
  const connected = userPermissions({ ...facts, mutual: true });
  // Connections cost the most to query, and often make no difference.
  if (apart === connected) return { user, relation, permissions: apart };
  return { user, relation, permissions: (await areConnected(db, callerId, user.id)) ? connected : apart };
}

export async function areConnected(db: Reader, a: string, b: string): Promise<boolean> {
  const { servers, channels } = await findConnections(db, { userId: a, sharedWith: b });
  return servers.length + channels.length > 0;
}

/** The friends, servers and conversations that two users share. */
export async function findMutual(db: Reader, a: string, b: string) {
  const { servers, channels } = await findConnections(db, { userId: a, sharedWith: b });
  return { users: await listMutualFriends(db, a, b), servers, channels };
}
