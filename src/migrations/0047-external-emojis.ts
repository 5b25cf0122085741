import { sql } from "kysely";
import type { ReleasedMigration } from "./kit.ts";

/** Adds the permission to use emoji of other servers in messages, which everyone could do before. */
export const externalEmojis: ReleasedMigration = {
  name: "external emojis",
  breaks: false,
  async up(db) {
    const bit = sql`cast(${2 ** 41} as bigint)`;
    await sql`update servers set default_permissions = default_permissions | ${bit}`.execute(db);
  },
};
