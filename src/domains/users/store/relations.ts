import type { Kysely } from "kysely";
import type { Reader, Tx } from "../../../declare/tx.ts";
import { prepare } from "../../../platform/database/prepared.ts";
import { maxListed } from "../../../protocol/schema.ts";
import type { EffectiveRelation, Relation } from "../../../visibility/view-change.ts";
import type { RelationshipPair } from "../rules/relationships.ts";
import type { RelationRow, UsersTables } from "../tables.ts";

const relationsByUser = prepare((db: Kysely<UsersTables>, userId: string) =>
  db.selectFrom("relations").selectAll().where("user_id", "=", userId).orderBy("since").orderBy("other_id"),
);

const blockersOf = prepare((db: Kysely<UsersTables>, userId: string) =>
  db.selectFrom("relations").select("user_id").where("other_id", "=", userId).where("status", "=", "Blocked"),
);

/** In the order of their creation. */
export function listRelations(db: Reader, userId: string): RelationRow[] | Promise<RelationRow[]> {
  return db.all(relationsByUser, userId);
}

const relationsWithRevisions = prepare((db: Kysely<UsersTables>, userId: string) =>
  db
    .selectFrom("relations")
    .innerJoin("users", "users.id", "relations.other_id")
    .select(["relations.other_id", "relations.status", "relations.since", "users.revision"])
    .where("relations.user_id", "=", userId),
);

/** The relations of a user, in the order of their creation, each with the revision of the other user. */
export async function listRelationsWithRevisions(db: Reader, userId: string) {
  const rows = await db.all(relationsWithRevisions, userId);
  return rows.sort((a, b) => a.since - b.since || (a.other_id < b.other_id ? -1 : 1));
}

type ListedRelation = Pick<RelationRow, "other_id" | "status">;

/** The relations that decide what the user sees of others, by the id of the other user. */
export async function listEffectiveRelations(
  db: Reader,
  userId: string,
  relations: readonly ListedRelation[],
): Promise<Map<string, EffectiveRelation>> {
  const effective = new Map<string, EffectiveRelation>();
  for (const { other_id, status } of relations) effective.set(other_id, status);
  if (!relations.some(({ status }) => status === "Blocked")) return effective;
  for (const { user_id } of await db.all(blockersOf, userId))
    if (effective.get(user_id) === "Blocked") effective.set(user_id, "BlockedBoth");
  return effective;
}

export async function findRelation(db: Reader, userId: string, otherId: string): Promise<Relation> {
  const row = await db
    .sql<UsersTables>()
    .selectFrom("relations")
    .select("status")
    .where("user_id", "=", userId)
    .where("other_id", "=", otherId)
    .executeTakeFirst();
  return row?.status ?? "None";
}

/** The relations of two users to each other, seen from the first. */
export async function findPair(db: Reader, own: string, other: string): Promise<RelationshipPair> {
  const rows = await db
    .sql<UsersTables>()
    .selectFrom("relations")
    .select(["user_id", "status"])
    .where("user_id", "in", [own, other])
    .where("other_id", "in", [own, other])
    .execute();
  const sideOf = (id: string) => rows.find(({ user_id }) => user_id === id)?.status ?? "None";
  return { own: sideOf(own), other: sideOf(other) };
}

/** The ids of the users who are friends of both. */
export async function listMutualFriends(db: Reader, a: string, b: string): Promise<string[]> {
  const rows = await db
    .sql<UsersTables>()
    .selectFrom("relations as ours")
    .innerJoin("relations as theirs", "theirs.other_id", "ours.other_id")
    .select("ours.other_id as id")
    .where("ours.user_id", "=", a)
    .where("ours.status", "=", "Friend")
    .where("theirs.user_id", "=", b)
    .where("theirs.status", "=", "Friend")
    .orderBy("ours.other_id")
    .limit(maxListed)
    .execute();
  return rows.map(({ id }) => id);
}

/** The number of friend requests of this user that are pending. */
export async function countOutgoing(db: Reader, userId: string): Promise<number> {
  const { count } = await db
    .sql<UsersTables>()
    .selectFrom("relations")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("user_id", "=", userId)
    .where("status", "=", "Outgoing")
    .executeTakeFirstOrThrow();
  return count;
}

interface RelationSide {
  readonly user_id: string;
  readonly other_id: string;
  readonly status: Relation;
}

/** Writes one side of a relationship; the caller must write the other too. */
export async function setRelation(tx: Tx, { user_id, other_id, status }: RelationSide): Promise<void> {
  const sql = tx.sql<UsersTables>();
  if (status === "None") {
    const side = sql.deleteFrom("relations").where("user_id", "=", user_id).where("other_id", "=", other_id);
    await side.execute();
    return;
  }
  const { last } = await sql
    .selectFrom("relations")
    .select(({ fn }) => fn.max("since").as("last"))
    .where("user_id", "=", user_id)
    .executeTakeFirstOrThrow();
  // Later than all others, even of the same millisecond: clients see relations in this order.
  const since = Math.max(tx.services.clock.now(), (last ?? 0) + 1);
  await sql
    .insertInto("relations")
    .values({ user_id, other_id, status, since })
    .onConflict((existing) => existing.columns(["user_id", "other_id"]).doUpdateSet({ status, since }))
    .execute();
}

/** Deletes all relations of a user, on both sides; returns the ids of the other users. */
export async function deleteRelationsOf(tx: Tx, userId: string): Promise<string[]> {
  const sql = tx.sql<UsersTables>();
  const incoming = sql.deleteFrom("relations").where("other_id", "=", userId).returning("user_id");
  const rows = await incoming.execute();
  await sql.deleteFrom("relations").where("user_id", "=", userId).execute();
  return rows.map(({ user_id }) => user_id);
}
