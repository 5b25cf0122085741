import type { Reader, Tx } from "../../../store/tx.ts";
import type { AuditAction, AuditEntry } from "../model.ts";
import { entryView } from "../rules/entry-view.ts";
import { oldestKept } from "../rules/retention.ts";
import type { AuditTables } from "../tables.ts";

export interface EntrySelection {
  readonly user?: string | undefined;
  readonly target?: string | undefined;
  /** Any of these. */
  readonly type?: readonly AuditAction["type"][] | undefined;
  readonly before?: string | undefined;
  readonly after?: string | undefined;
  readonly limit: number;
}

/** What happened in a server, the newest first, as far as it is not too old. */
export async function listEntries(
  db: Reader,
  serverId: string,
  { user, target, type = [], before, after, limit }: EntrySelection,
): Promise<AuditEntry[]> {
  let query = db
    .sql<AuditTables>()
    .selectFrom("audit_entries")
    .selectAll()
    .where("server_id", "=", serverId)
    .where("id", ">=", oldestKept(db.services));
  if (user !== undefined) query = query.where("user_id", "=", user);
  if (target !== undefined) query = query.where("target_id", "=", target);
  if (type.length > 0) query = query.where("type", "in", [...new Set(type)]);
  if (before !== undefined) query = query.where("id", "<", before);
  if (after !== undefined) query = query.where("id", ">", after);
  return (await query.orderBy("id", "desc").limit(limit).execute()).map(entryView);
}

/** As many of those that are too old as this; says how many they were. */
export async function deleteOldEntries(tx: Tx, limit: number): Promise<number> {
  const oldest = oldestKept(tx.services);
  const gone = await tx
    .sql<AuditTables>()
    .deleteFrom("audit_entries")
    .where("id", "in", (some) =>
      some.selectFrom("audit_entries").select("id").where("id", "<", oldest).orderBy("id").limit(limit),
    )
    .returning("id")
    .execute();
  return gone.length;
}
