import type { Kysely } from "kysely";
import type { Reader } from "../../../declare/tx.ts";
import type { Relation } from "../../../declare/view-change.ts";
import { prepare } from "../../../platform/database/prepared.ts";
import type { RelationRow, UsersTables } from "../tables.ts";

const relationsByUser = prepare((db: Kysely<UsersTables>, userId: string) =>
  db.selectFrom("relations").selectAll().where("user_id", "=", userId).orderBy("since").orderBy("other_id"),
);

/** In the order in which they came to be. */
export function listRelations(db: Reader, userId: string): RelationRow[] | Promise<RelationRow[]> {
  return db.all(relationsByUser, userId);
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
