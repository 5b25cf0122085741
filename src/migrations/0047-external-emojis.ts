import { sql } from "kysely";
import type { ReleasedMigration } from "./kit.ts";

/** The permission to use emoji of other servers in messages, which everyone had before there was one. */
export const externalEmojis: ReleasedMigration = {
  name: "external emojis",
  breaks: false,
  async up(db) {
    const bit = sql`cast(${2 ** 41} as bigint)`;
    await sql`update servers set default_permissions = default_permissions | ${bit}`.execute(db);
  },
};
