import { type Kysely, sql } from "kysely";
import type { Reader } from "../../../declare/tx.ts";
import { prepare } from "../../../platform/database/prepared.ts";
import { searchId } from "../rules/search-id.ts";
import { channelSign, searchWords, toTsvector } from "../rules/search-words.ts";

interface Written {
  readonly channel_id: string;
  readonly id: string;
  readonly content: string | null;
}

/** Of SQLite, whose rows are numbered by `searchId`; of PostgreSQL, beside what the message says. */
interface WordTables {
  message_words: { rowid: number; channel: string; content: string };
  messages: { channel_id: string; id: string; words: string };
}

const rememberInSqlite = prepare((db: Kysely<WordTables>, rowid: number, channel: string, content: string) =>
  db.replaceInto("message_words").values({ rowid, channel, content }),
);

const rememberInPostgres = prepare((db: Kysely<WordTables>, channelId: string, id: string, words: string) =>
  db
    .updateTable("messages")
    .set({ words: sql<string>`${words}::tsvector` })
    .where("channel_id", "=", channelId)
    .where("id", "=", id),
);

/** Lets a message be found by what it says. The channel is one of its words, so that others' are not gone through. */
export async function indexWords(db: Reader, { channel_id, id, content }: Written): Promise<void> {
  const words = searchWords(content ?? "");
  if (db.dialect === "postgres")
    await db.all(rememberInPostgres, channel_id, id, toTsvector(words, channelSign(channel_id)));
  else if (words.length > 0) await db.all(rememberInSqlite, searchId(id), channel_id, words.join(" "));
}

/** Of messages that are gone, or say something else from now on. PostgreSQL keeps the words with the message. */
export async function forgetWords(db: Reader, ids: readonly string[]): Promise<void> {
  if (db.dialect === "postgres" || ids.length === 0) return;
  const numbers = ids.map((id) => sql`${searchId(id)}`);
  await sql`delete from message_words where rowid in (${sql.join(numbers)})`.execute(db.sql());
}
