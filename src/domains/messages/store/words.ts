import { type Kysely, sql } from "kysely";
import type { Tx } from "../../../declare/tx.ts";
import { prepare } from "../../../platform/database/prepared.ts";
import { channelTerm, searchId, searchWords, toTsvector } from "../rules/search-index.ts";

export interface IndexedMessage {
  readonly channel_id: string;
  readonly id: string;
  readonly content: string | null;
}

/** SQLite has a table of words, whose rows are numbered by `searchId`; PostgreSQL a column of the message. */
interface WordTables {
  message_words: { rowid: number; channel: string; content: string };
  /** The channel of each row of `message_words`, which cannot return it. */
  indexed_messages: { search_id: number; channel_id: string };
  messages: { channel_id: string; id: string; words: string };
}

const replaceWords = prepare((db: Kysely<WordTables>, rowid: number, channel: string, content: string) =>
  db.replaceInto("message_words").values({ rowid, channel, content }),
);
const replaceChannel = prepare((db: Kysely<WordTables>, search_id: number, channel_id: string) =>
  db.replaceInto("indexed_messages").values({ search_id, channel_id }),
);

const deleteChannel = prepare((db: Kysely<WordTables>, searchId: number) =>
  db.deleteFrom("indexed_messages").where("search_id", "=", searchId),
);
const deleteWords = prepare((db: Kysely<WordTables>, rowid: number) =>
  db.deleteFrom("message_words").where("rowid", "=", rowid),
);

const setTsvector = prepare((db: Kysely<WordTables>, channelId: string, id: string, words: string) =>
  db
    .updateTable("messages")
    .set({ words: sql<string>`${words}::tsvector` })
    .where("channel_id", "=", channelId)
    .where("id", "=", id),
).pipelined();

/** The value of PostgreSQL's column. The channel is one of its terms, so that a search skips other channels. */
export function toTsvectorText({ channel_id, content }: Omit<IndexedMessage, "id">): string {
  return toTsvector(searchWords(content ?? ""), channelTerm(channel_id));
}

/** Adds a message to SQLite's search index, and replaces an earlier entry of it. */
export function indexWords(tx: Tx, message: IndexedMessage): void {
  const words = searchWords(message.content ?? "");
  if (words.length > 0) putWords(tx, message, words.join(" "));
}

/** What `putWords` and PostgreSQL's column take. To be made before the transaction, which others wait for. */
export function toIndexText(dialect: Tx["dialect"], message: Omit<IndexedMessage, "id">): string {
  return dialect === "postgres" ? toTsvectorText(message) : searchWords(message.content ?? "").join(" ");
}

/** Adds the words of a message to SQLite's search index. */
export function putWords(
  tx: Tx,
  { id, channel_id }: Pick<IndexedMessage, "id" | "channel_id">,
  words: string,
): void {
  const rowid = searchId(id);
  tx.all(replaceChannel, rowid, channel_id);
  tx.all(replaceWords, rowid, channel_id, words);
}

type RestoredMessages = readonly Readonly<Record<string, string | null>>[];

/** Adds restored messages to SQLite's search index. */
export async function fillWords(tx: Pick<Tx, "sql">, rows: RestoredMessages): Promise<void> {
  const indexed = rows.flatMap(({ channel_id, id, content }) => {
    const [words, rowid] = [searchWords(content ?? ""), searchId(id ?? "")];
    // A row whose id is none of ours cannot be found by its time.
    if (words.length === 0 || !Number.isSafeInteger(rowid)) return [];
    return [{ rowid, channel: channel_id ?? "", content: words.join(" ") }];
  });
  if (indexed.length > 0) await tx.sql<WordTables>().replaceInto("message_words").values(indexed).execute();
}

/** Names the channels of what `fillWords` adds. */
export async function fillChannels(tx: Pick<Tx, "sql">, rows: RestoredMessages): Promise<void> {
  const channels = rows.flatMap(({ channel_id, id, content }) => {
    const search_id = searchId(id ?? "");
    return content && Number.isSafeInteger(search_id) ? [{ search_id, channel_id: channel_id ?? "" }] : [];
  });
  if (channels.length > 0)
    await tx.sql<WordTables>().replaceInto("indexed_messages").values(channels).execute();
}

export async function reindexWords(tx: Tx, message: IndexedMessage): Promise<void> {
  const { channel_id, id } = message;
  if (tx.dialect === "postgres") {
    await tx.all(setTsvector, channel_id, id, toTsvectorText(message));
    return;
  }
  await unindexWords(tx, [id]);
  await indexWords(tx, message);
}

/** Removes deleted messages from the search index. In PostgreSQL, the words were columns of their rows. */
export async function unindexWords(tx: Tx, ids: readonly string[]): Promise<void> {
  if (tx.dialect === "postgres") return;
  for (const id of ids) {
    await tx.all(deleteWords, searchId(id));
    await tx.all(deleteChannel, searchId(id));
  }
}
