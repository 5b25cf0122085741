import type { UserCaller } from "../../../declare/route.ts";
import type { Reader, Tx } from "../../../declare/tx.ts";
import type { User } from "../model.ts";
import { type Pair, takeStep } from "../rules/relationships.ts";
import { findRelation } from "../store/relations.ts";
import { findUser, ownUser } from "../store/users.ts";
import type { UserRow } from "../tables.ts";
import { type RelationEvents, relate } from "./relate.ts";
import { seeUser } from "./see-user.ts";

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

export async function findPair(db: Reader, own: string, other: string): Promise<Pair> {
  return { own: await findRelation(db, own, other), other: await findRelation(db, other, own) };
}

/** Takes a step away from somebody, or takes a block back. Answers with the other as the caller sees them now. */
export async function relateTo(
  tx: Tx<RelationEvents, "NoEffect">,
  verb: "remove" | "block" | "unblock",
  { caller, target }: { caller: UserCaller; target: UserRow },
): Promise<User> {
  if (caller.userId === target.id) throw tx.fail("NoEffect");
  const before = await findPair(tx, caller.userId, target.id);
  const after = takeStep(verb, before);
  if (typeof after === "string") throw tx.fail(after);
  await relate(tx, { caller: await ownUser(tx, caller), target, before, after });
  return seeUser(tx, caller.userId, { target });
}
