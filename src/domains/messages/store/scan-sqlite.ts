import { type Kysely, sql } from "kysely";
import type { Reader } from "../../../declare/tx.ts";
import { prepare } from "../../../platform/database/prepared.ts";
import { messageColumns } from "../rules/message-view.ts";
import { maxText, type ScoredMessage, scorerOf } from "../rules/relevance.ts";
import { maxRanked, type Search } from "../rules/search.ts";
import type { MessageRow, MessagesTables } from "../tables.ts";

type MessageText = Pick<MessageRow, "id" | "content">;

const textsBefore = prepare(
  (db: Kysely<MessagesTables>, channelId: string, after: string, before: string, limit: number) =>
    db
      .selectFrom("messages")
      .select(["id", "content"])
      .where("channel_id", "=", channelId)
      .where("id", ">", after)
      .where("id", "<", before)
      .orderBy("id", "desc")
      .limit(limit),
);

/** Pages of a scan; each next one is read only if words are frequent in those before. */
const scannedAtOnce = [20, 80, 300, 300, 300, 300, 200];
/** Where fewer of the scanned messages match, the word index finds the next ones faster. */
const minShare = 1 / 3;

/**
 * The newest messages with one of some frequent words, by a scan of the channel: FTS5 takes several times as long to
 * find that many. Undefined if the words are not frequent among the newest messages, or these are long.
 */
export async function scanInSqlite(
  db: Reader,
  channelId: string,
  { words: { any, none }, after = "", before = "~" }: Search,
): Promise<ScoredMessage<MessageText>[] | undefined> {
  if (any.length === 0 || none.length > 0) return undefined;
  const scoreOf = scorerOf(any);
  const found: ScoredMessage<MessageText>[] = [];
  let [scanned, text, end] = [0, 0, before];
  for (const size of scannedAtOnce) {
    const page = await db.all(textsBefore, channelId, after, end, size);
    for (const message of page) {
      text += message.content?.length ?? 0;
      if (text > maxText) return undefined;
      const score = scoreOf(message.content ?? "");
      if (score.words > 0) found.push({ message, score });
      if (found.length === maxRanked) return found;
    }
    if (page.length < size) return found;
    scanned += size;
    if (found.length < scanned * minShare) return undefined;
    end = page[size - 1]?.id ?? "";
  }
  return undefined;
}

export const messagesAmong = prepare((db: Kysely<MessagesTables>, channelId: string, ids: string) =>
  db
    .selectFrom("messages")
    .select(messageColumns)
    .where("channel_id", "=", channelId)
    .where(sql<boolean>`id in (select value from json_each(${ids}))`),
);

/** The messages that were found by their texts, in the same order. */
export async function findScanned(
  db: Reader,
  channelId: string,
  texts: readonly MessageText[],
): Promise<MessageRow[]> {
  const rows = await db.all(messagesAmong, channelId, JSON.stringify(texts.map(({ id }) => id)));
  const byId = new Map(rows.map((row) => [row.id, row]));
  // One that was deleted in the meantime is left out.
  return texts.flatMap(({ id }) => byId.get(id) ?? []);
}
