import { sql } from "kysely";
import type { Reader } from "../../../declare/tx.ts";
import { searchId } from "../rules/search-id.ts";
import { channelSign, searchWords, toTsvector } from "../rules/search-words.ts";

interface Written {
  readonly channel_id: string;
  readonly id: string;
  readonly content: string | null;
}

/** Lets a message be found by what it says. The channel is one of its words, so that others' are not gone through. */
export async function indexWords(db: Reader, { channel_id, id, content }: Written): Promise<void> {
  const words = searchWords(content ?? "");
  if (db.dialect === "postgres")
    await sql`update messages set words = ${toTsvector(words, channelSign(channel_id))}::tsvector
      where channel_id = ${channel_id} and id = ${id}`.execute(db.sql());
  else if (words.length > 0)
    await sql`insert or replace into message_words (rowid, channel, content)
      values (${searchId(id)}, ${channel_id}, ${words.join(" ")})`.execute(db.sql());
}

/** Of messages that are gone, or say something else from now on. PostgreSQL keeps the words with the message. */
export async function forgetWords(db: Reader, ids: readonly string[]): Promise<void> {
  if (db.dialect === "postgres" || ids.length === 0) return;
  const numbers = ids.map((id) => sql`${searchId(id)}`);
  await sql`delete from message_words where rowid in (${sql.join(numbers)})`.execute(db.sql());
}
