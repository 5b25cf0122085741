import type { Services } from "../../../declare/services.ts";
import type { Reader, Tx } from "../../../declare/tx.ts";
import { idsFrom } from "../../../platform/ids/ids.ts";
import type { AuditAction } from "../model.ts";
import { entryView, type RecordedEntry } from "../rules/entry-view.ts";
import type { AuditTables } from "../tables.ts";

const day = 86_400_000;

/** Entries with a smaller id are past the retention period. */
export function oldestKeptId({ config, clock }: Pick<Services, "config" | "clock">): string {
  return idsFrom(clock.now() - config.audit.retention_days * day);
}

interface EntrySelection {
  readonly user?: string | undefined;
  readonly target?: string | undefined;
  /** Matches entries of any of these types. */
  readonly type?: readonly AuditAction["type"][] | undefined;
  readonly before?: string | undefined;
  readonly after?: string | undefined;
  readonly limit: number;
}

/** The entries of a server within the retention period, newest first. */
export async function listEntries(
  db: Reader,
  serverId: string,
  { user, target, type = [], before, after, limit }: EntrySelection,
): Promise<RecordedEntry[]> {
  let query = db
    .sql<AuditTables>()
    .selectFrom("audit_entries")
    .selectAll()
    .where("server_id", "=", serverId)
    .where("id", ">=", oldestKeptId(db.services));
  if (user !== undefined) query = query.where("user_id", "=", user);
  if (target !== undefined) query = query.where("target_id", "=", target);
  if (type.length > 0) query = query.where("type", "in", [...new Set(type)]);
  if (before !== undefined) query = query.where("id", "<", before);
  if (after !== undefined) query = query.where("id", ">", after);
  return (await query.orderBy("id", "desc").limit(limit).execute()).map(entryView);
}

/** Deletes up to `limit` entries that are past the retention period, and returns how many. */
export async function deleteOldEntries(tx: Tx, limit: number): Promise<number> {
  const oldest = oldestKeptId(tx.services);
  const deleted = await tx
    .sql<AuditTables>()
    .deleteFrom("audit_entries")
    .where("id", "in", ({ selectFrom }) =>
      selectFrom("audit_entries").select("id").where("id", "<", oldest).orderBy("id").limit(limit),
    )
    .returning("id")
    .execute();
  return deleted.length;
}
