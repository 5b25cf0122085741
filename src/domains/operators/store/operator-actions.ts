import type { Services } from "../../../declare/services.ts";
import type { Reader, Tx } from "../../../declare/tx.ts";
import type { WriteQueries } from "../../../platform/database/port.ts";
import { idsFrom } from "../../../platform/ids/ids.ts";
import type { OperatorActionRow, SystemTables } from "../../../store/system-tables.ts";

export interface OperatorAction {
  readonly source: OperatorActionRow["source"];
  /** The user of the machine who ran the command, or the id of the user who used the admin page. */
  readonly actor: string;
  /** As the command line calls it, such as `accounts delete`, even if it was done in another way. */
  readonly action: string;
  /** The id of what the action was done to. */
  readonly target: string | null;
  /** What else was asked for. Never a secret: operators read it for as long as it is kept. */
  readonly details: Readonly<Record<string, unknown>>;
}

/** The part of a transaction that the record needs. */
interface RecordingTx extends Pick<WriteQueries, "sql"> {
  readonly services: Pick<Services, "ids">;
}

/** Records what an operator does, in the transaction that does it: neither exists without the other. */
export async function recordOperatorAction(
  tx: RecordingTx,
  { details, ...action }: OperatorAction,
): Promise<void> {
  const row = { id: tx.services.ids.next(), ...action, details: JSON.stringify(details) };
  await tx.sql<SystemTables>().insertInto("operator_actions").values(row).execute();
}

interface OperatorActionSelection {
  readonly limit: number;
  /** Milliseconds since 1970. */
  readonly since?: number | undefined;
  readonly actor?: string | undefined;
  readonly target?: string | undefined;
  /** Only actions with a smaller id: the page after the one that ends with it. */
  readonly before?: string | undefined;
}

/** Newest first. */
export function listOperatorActions(
  db: Reader,
  { limit, since, actor, target, before }: OperatorActionSelection,
): Promise<OperatorActionRow[]> {
  let query = db.sql<SystemTables>().selectFrom("operator_actions").selectAll();
  if (since !== undefined) query = query.where("id", ">=", idsFrom(since));
  if (actor !== undefined) query = query.where("actor", "=", actor);
  if (target !== undefined) query = query.where("target", "=", target);
  if (before !== undefined) query = query.where("id", "<", before);
  return query.orderBy("id", "desc").limit(limit).execute();
}

const day = 86_400_000;

/** Deletes the actions that are past the retention period. */
export async function deleteOldOperatorActions(tx: Tx): Promise<void> {
  const { clock, config } = tx.services;
  const oldest = idsFrom(clock.now() - config.operators.retention_days * day);
  await tx.sql<SystemTables>().deleteFrom("operator_actions").where("id", "<", oldest).execute();
}
