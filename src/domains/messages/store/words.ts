import { type Kysely, sql } from "kysely";
import { prepare } from "../../../platform/database/prepared.ts";
import type { Tx } from "../../../store/tx.ts";
import { searchId } from "../rules/search-id.ts";
import { channelTerm, searchWords, toTsvector } from "../rules/search-words.ts";

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

const remember = prepare((db: Kysely<WordTables>, rowid: number, channel: string, content: string) =>
  db.replaceInto("message_words").values({ rowid, channel, content }),
);

const forget = prepare((db: Kysely<WordTables>, rowid: number) =>
  db.deleteFrom("message_words").where("rowid", "=", rowid),
);

const changeInPostgres = prepare((db: Kysely<WordTables>, channelId: string, id: string, words: string) =>
  db
    .updateTable("messages")
    .set({ words: sql<string>`${words}::tsvector` })
    .where("channel_id", "=", channelId)
    .where("id", "=", id),
);

/** As PostgreSQL keeps them. The channel is one of the words, so that others' are not gone through. */
export function wordsInPostgres({ channel_id, content }: Omit<Written, "id">): string {
  return toTsvector(searchWords(content ?? ""), channelTerm(channel_id));
}

/** Lets a message be found by what it says from now on; PostgreSQL has put the words of a new one with the rest. */
export async function indexWords(tx: Tx, { channel_id, id, content }: Written): Promise<void> {
  if (tx.dialect === "postgres") return;
  const words = searchWords(content ?? "");
  // For many messages at once this takes a fraction of the time.
  if (words.length > 0) await tx.defer(remember, searchId(id), channel_id, words.join(" "));
}

export async function reindexWords(tx: Tx, message: Written): Promise<void> {
  const { channel_id, id } = message;
  if (tx.dialect === "postgres") await tx.defer(changeInPostgres, channel_id, id, wordsInPostgres(message));
  await forgetWords(tx, [id]);
  await indexWords(tx, message);
}

/** Of messages that are gone. PostgreSQL keeps the words with the message. */
export async function forgetWords(tx: Tx, ids: readonly string[]): Promise<void> {
  if (tx.dialect === "postgres") return;
  for (const id of ids) await tx.defer(forget, searchId(id));
}
