import { sql } from "kysely";
import { column, type Migration } from "./kit.ts";

/** The bytes that count towards the storage quotas of each user. */
export const storageUsage: Migration = {
  name: "storage usage",
  async up(db) {
    // The user whose quota the file counts towards: of a bot the owner, of a webhook its creator.
    await db.schema
      .alterTable("files")
      .addColumn("charged_to", column.id, (c) => c.notNull().defaultTo(""))
      .execute();
    await sql`
      update files set charged_to = coalesce(
        (select creator_id from webhooks where webhooks.id = files.uploader_id),
        uploader_id
      )`.execute(db);
    await sql`
      update files set charged_to = coalesce(
        (select bot_owner from users where users.id = files.charged_to),
        charged_to
      )`.execute(db);
    await db.schema
      .createTable("storage_usage")
      .addColumn("user_id", column.id, (c) => c.primaryKey().notNull())
      // Of the files that objects use and that are not deleted.
      .addColumn("claimed_bytes", "bigint", (c) => c.notNull())
      // The last day with an upload, in days since 1970, and the bytes uploaded on it.
      .addColumn("day", column.count, (c) => c.notNull())
      .addColumn("day_bytes", "bigint", (c) => c.notNull())
      .execute();
    await sql`
      insert into storage_usage (user_id, claimed_bytes, day, day_bytes)
      select charged_to, sum(size), 0, 0
      from files inner join stored_files on stored_files.hash = files.hash
      where used_as is not null and deleted_at is null
      group by charged_to`.execute(db);
  },
};
