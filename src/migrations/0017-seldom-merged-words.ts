import { sql } from "kysely";
import type { Migration } from "./kit.ts";

/** Half as many merges of the index of words: they are work that somebody who sends a message waits for. */
export const seldomMergedWords: Migration = {
  name: "seldom merged words",
  async up(db, dialect) {
    if (dialect === "sqlite")
      await sql`insert into message_words (message_words, rank) values ('automerge', 8)`.execute(db);
  },
};
