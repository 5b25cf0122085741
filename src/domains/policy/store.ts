import type { Kysely } from "kysely";
import type { Reader, Tx } from "../../declare/tx.ts";
import { prepare } from "../../platform/database/prepared.ts";
import type { UsersTables } from "../users/index.ts";
import type { PolicyChange } from "./model.ts";
import { policyView } from "./rules/policy-view.ts";
import type { PolicyChangeRow, PolicyTables } from "./tables.ts";

const unacknowledgedChanges = prepare((db: Kysely<PolicyTables & UsersTables>, userId: string) =>
  db
    .selectFrom("policy_changes")
    .innerJoin("users", (join) =>
      join.onRef("users.policy_acknowledged_at", "<", "policy_changes.created_at"),
    )
    .selectAll("policy_changes")
    .where("users.id", "=", userId)
    .orderBy("policy_changes.created_at")
    .orderBy("policy_changes.id"),
);

/** The changes that the user has not acknowledged yet, oldest first. */
export async function listPolicyChanges(db: Reader, userId: string): Promise<PolicyChange[]> {
  return (await db.all(unacknowledgedChanges, userId)).map(policyView);
}

export function listAllPolicyChanges(db: Reader): Promise<PolicyChangeRow[]> {
  return db.sql<PolicyTables>().selectFrom("policy_changes").selectAll().orderBy("created_at").execute();
}

export function findNewestPolicyChange(db: Reader): Promise<PolicyChangeRow | undefined> {
  return db
    .sql<PolicyTables>()
    .selectFrom("policy_changes")
    .selectAll()
    .orderBy("created_at", "desc")
    .limit(1)
    .executeTakeFirst();
}

export async function insertPolicyChange(tx: Tx, change: PolicyChangeRow): Promise<void> {
  await tx.sql<PolicyTables>().insertInto("policy_changes").values(change).execute();
}

export async function deletePolicyChange(tx: Tx, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .sql<PolicyTables>()
    .deleteFrom("policy_changes")
    .where("id", "=", id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
