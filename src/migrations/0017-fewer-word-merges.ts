import { sql } from "kysely";
import type { Migration } from "./kit.ts";

/** Halves the merges of the word index, which delay the message that triggers them. */
export const fewerWordMerges: Migration = {
  name: "fewer word merges",
  async up(db, dialect) {
    if (dialect === "sqlite")
      await sql`insert into message_words (message_words, rank) values ('automerge', 8)`.execute(db);
  },
};
