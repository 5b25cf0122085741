import { userPermissions } from "../../../permissions/users.ts";
import type { Relation } from "../../../protocol/view-change.ts";
import type { Reader } from "../../../store/tx.ts";
import { type Connections, ConnectionsOf } from "../queries.ts";
import { isBot } from "../rules/is-bot.ts";
import { findRelation } from "../store/relations.ts";
import { findUser } from "../store/users.ts";
import type { UserRow } from "../tables.ts";

export interface UserAccess {
  /** How the caller stands to the target. */
  readonly relation: Relation;
  /** Bits of `userPermission`. */
  readonly permissions: number;
}

/** How the caller stands to another user, and what that allows. */
export async function permissionsOn(db: Reader, callerId: string, target: UserRow): Promise<UserAccess> {
  const relation = await findRelation(db, callerId, target.id);
  const caller = await findUser(db, callerId);
  const eitherIsBot = isBot(target) || (caller !== undefined && isBot(caller));
  const known = {
    self: callerId === target.id,
    privileged: caller?.privileged === 1,
    relation,
    eitherIsBot,
  };
  const least = userPermissions({ ...known, mutual: false });
  const most = userPermissions({ ...known, mutual: true });
  // Where they meet costs the most to find out, and often makes no difference.
  if (least === most) return { relation, permissions: least };
  return { relation, permissions: (await doMeet(db, callerId, target.id)) ? most : least };
}

export async function doMeet(db: Reader, a: string, b: string): Promise<boolean> {
  const { servers, channels } = await findConnections(db, a, b);
  return servers.length + channels.length > 0;
}

/** Where two users meet, of all kinds of places. */
export async function findConnections(db: Reader, a: string, b: string): Promise<Connections> {
  const parts = await db.query(ConnectionsOf, { userId: a, sharedWith: b });
  return {
    servers: parts.flatMap(({ servers }) => servers),
    channels: parts.flatMap(({ channels }) => channels),
  };
}
