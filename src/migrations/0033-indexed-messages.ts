import { sql } from "kysely";
import { column, type ReleasedMigration } from "./kit.ts";

const digits = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const idsPerMillisecond = 2_048;

/** The number that these digits of a message id stand for, in SQL. */
function valueOfDigits(positions: readonly number[]): string {
  return positions
    .map((at, index) => {
      const weight = 32 ** (positions.length - 1 - index);
      return `(instr('${digits}', substr(id, ${at}, 1)) - 1) * ${weight}`;
    })
    .join(" + ");
}

const time = valueOfDigits([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
const lastDigits = valueOfDigits([24, 25, 26]);

/** The channel of each message in SQLite's index of words, for searches in many channels. */
export const indexedMessages: ReleasedMigration = {
  name: "indexed messages",
  breaks: false,
  async up(db, dialect) {
    if (dialect === "postgres") return;
    await db.schema
      .createTable("indexed_messages")
      // The row number in the index of words: the time of the id, then its last bits.
      .addColumn("search_id", "integer", (c) => c.primaryKey())
      .addColumn("channel_id", column.id, (c) => c.notNull())
      .execute();
    const searchId = sql.raw(`(${time}) * ${idsPerMillisecond} + (${lastDigits}) % ${idsPerMillisecond}`);
    await sql`insert or ignore into indexed_messages (search_id, channel_id)
      select ${searchId}, channel_id from messages where content <> ''`.execute(db);
  },
};
