import type { UserCaller } from "../../../declare/route.ts";
import type { Tx } from "../../../store/tx.ts";
import type { User } from "../model.ts";
import { takeStep } from "../rules/relationships.ts";
import { findPair } from "../store/relations.ts";
import { findUser } from "../store/users.ts";
import type { UserRow } from "../tables.ts";
import { type RelationEvents, relate } from "./relate.ts";

/** The user whom a path names. */
export async function findTarget(
  tx: Tx<never, "NotFound">,
  caller: UserCaller,
  target: string,
): Promise<UserRow> {
  const user = await findUser(tx, target === "@me" ? caller.userId : target);
  if (!user) throw tx.fail("NotFound");
  return user;
}

/** Takes a step away from somebody, or takes a block back. */
export async function relateTo(
  tx: Tx<RelationEvents, "NoEffect">,
  verb: "remove" | "block" | "unblock",
  { caller, target }: { caller: UserCaller; target: UserRow },
): Promise<User> {
  if (caller.userId === target.id) throw tx.fail("NoEffect");
  const before = await findPair(tx, caller.userId, target.id);
  const after = takeStep(verb, before);
  if (typeof after === "string") throw tx.fail(after);
  return relate(tx, { caller, target, before, after });
}
