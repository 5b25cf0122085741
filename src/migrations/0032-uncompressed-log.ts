import { sql } from "kysely";
import type { ReleasedMigration } from "./kit.ts";

/**
 * The log of commits is stored as it is. PostgreSQL compresses what is longer than two kilobytes, the events of some
 * messages, which took it longer than all other work for these messages.
 */
export const uncompressedLog: ReleasedMigration = {
  name: "uncompressed log",
  breaks: false,
  async up(db, dialect) {
    if (dialect === "postgres")
      await sql`alter table stream alter column announcements set storage external`.execute(db);
  },
};
