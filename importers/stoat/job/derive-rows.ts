import { type Kysely, sql } from "kysely";
import type { Database, WriteQueries } from "../../../src/platform/database/port.ts";
import type { ImportedTables, TableName } from "../rows.ts";
import { notBegun, readStep, saveProblems, saveStep } from "./step-progress.ts";

const pruningStep = "unused contents";
const derivingStep = "derived rows";

/** Content that no file uses would never be deleted. */
export async function pruneContents(database: Database): Promise<void> {
  if ((await database.read((queries) => readStep(queries, pruningStep))).isDone) return;
  await database.write(
    async (queries) => {
      const { numDeletedRows } = await queries
        .sql<ImportedTables>()
        .deleteFrom("stored_files")
        .where("hash", "not in", (of) => of.selectFrom("files").select("hash"))
        .executeTakeFirstOrThrow();
      const rows = { stored_files: -Number(numDeletedRows) };
      await saveStep(queries, pruningStep, { ...notBegun, rows, isDone: true });
    },
    { isLong: true },
  );
}

/** Fills what Ermine keeps besides the documents of Stoat: counts, the last messages of channels, quotas. */
export async function deriveRows(database: Database): Promise<void> {
  if ((await database.read((queries) => readStep(queries, derivingStep))).isDone) return;
  await database.write(
    async (queries) => {
      const mirrored = await mirrorRelations(queries);
      const problem = "A relation that only one user had was given to the other as well";
      if (mirrored > 0)
        await saveProblems(queries, derivingStep, [{ problem, where: `${mirrored} relations of users` }]);
      const rows: Partial<Record<TableName, number>> = { relations: mirrored };
      for (const statement of statements)
        await statement.execute(queries.sql<ImportedTables>() as Kysely<ImportedTables>);
      await saveStep(queries, derivingStep, { ...notBegun, rows, isDone: true });
    },
    { isLong: true },
  );
}

/** Both users of a relationship have a row, or neither. */
async function mirrorRelations(queries: WriteQueries): Promise<number> {
  const { numAffectedRows } = await sql`insert into relations (user_id, other_id, status, since)
    select other_id, user_id, case status
      when 'Outgoing' then 'Incoming' when 'Incoming' then 'Outgoing'
      when 'Blocked' then 'BlockedOther' when 'BlockedOther' then 'Blocked' else status end, since
    from relations as one where not exists (
      select 1 from relations as other where other.user_id = one.other_id and other.other_id = one.user_id)
    `.execute(queries.sql<ImportedTables>());
  return Number(numAffectedRows ?? 0n);
}

const statements = [
  sql`insert into member_counts (server_id, members)
    select id, (select count(*) from members where server_id = servers.id) from servers`,
  sql`insert into writers (author_id, channel_id)
    select distinct author_id, channel_id from messages where system is null and webhook is null`,
  // New ids are greater than all that a channel has ever had.
  sql`update channels set greatest_message_id = newest.id
    from (select channel_id, max(id) as id from messages group by channel_id) as newest
    where newest.channel_id = channels.id
      and (greatest_message_id is null or greatest_message_id < newest.id)`,
  sql`update channels set last_message_id = greatest_message_id where last_message_id is null`,
  sql`update files set charged_to =
    coalesce((select bot_owner from users where users.id = files.uploader_id), uploader_id)`,
  sql`insert into storage_usage (user_id, claimed_bytes, day, day_bytes)
    select charged_to, sum(size), 0, 0 from files join stored_files on stored_files.hash = files.hash
    where used_as is not null and deleted_at is null group by charged_to`,
];
