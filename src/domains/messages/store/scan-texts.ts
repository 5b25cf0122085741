import { type Kysely, sql } from "kysely";
import type { Reader } from "../../../declare/tx.ts";
import { prepare } from "../../../platform/database/prepared.ts";
import { maxText, type ScoredMessage, scorerOf } from "../rules/relevance.ts";
import type { ChronologicalSearch } from "../rules/search.ts";
import type { MessagesTables, MessageText } from "../tables.ts";
import { highest, lowest } from "./history.ts";

/** Lists of values as one text take a fraction of the time of a row for each message. */
function textsInOrder(order: "asc" | "desc") {
  return prepare(
    (db: Kysely<MessagesTables>, channelId: string, after: string, before: string, limit: number) =>
      db
        .selectFrom(({ selectFrom }) =>
          selectFrom("messages")
            .select(["id", "content"])
            .where("channel_id", "=", channelId)
            .where("id", ">", after)
            .where("id", "<", before)
            .orderBy("id", order)
            .limit(limit)
            .as("page"),
        )
        .select([
          sql<string | null>`group_concat(id)`.as("ids"),
          sql<string>`json_group_array(content)`.as("texts"),
        ]),
  );
}

export const textPages = { asc: textsInOrder("asc"), desc: textsInOrder("desc") };

/** How many messages a scan reads first. Where these show that the words are rare, the word index finds them faster. */
const scannedFirst = 20;
/** A scan does not read more messages than this, nor more text. */
const maxScanned = 1_500;
const maxScannedText = 2 * maxText;
const maxGrowth = 9;

/**
 * The first messages with some frequent words, by a scan of a channel in SQLite, whose word index takes several times as
 * long to find them. Undefined if the words are not frequent among the messages that are read first, or these are long.
 */
export async function scanTexts(
  db: Reader,
  channelId: string,
  { words, order, limit, after = lowest, before = highest }: ChronologicalSearch,
): Promise<ScoredMessage<MessageText>[] | undefined> {
  const [scoreOf, excludedOf] = [scorerOf(words.any), scorerOf(words.none)];
  const found: ScoredMessage<MessageText>[] = [];
  let [scanned, text, foundText] = [0, 0, 0];
  let range: [after: string, before: string] = [after, before];
  for (let size = scannedFirst; ; ) {
    const page = await db.one(textPages[order], channelId, ...range, size);
    const ids = page?.ids?.split(",") ?? [];
    for (const [at, content] of (JSON.parse(page?.texts ?? "[]") as (string | null)[]).entries()) {
      scanned += 1;
      if (!content) continue;
      text += content.length;
      const score = scoreOf(content);
      if (score.words === 0 || excludedOf(content).words > 0) continue;
      foundText += content.length;
      // Otherwise the last ones would not be ranked.
      if (foundText > maxText) return undefined;
      found.push({ message: { channel_id: channelId, id: ids[at] ?? "", content }, score });
      if (found.length === limit) return found;
    }
    if (ids.length < size) return found;
    const last = ids[size - 1] ?? "";
    range = order === "desc" ? [after, last] : [last, before];
    const needed = (((limit - found.length) * scanned) / found.length) * 1.1;
    const expectedText = (text / scanned) * (scanned + needed);
    if (scanned + needed > maxScanned || expectedText > maxScannedText) return undefined;
    // A few messages do not tell the share well enough to read many.
    size = Math.ceil(Math.min(needed, maxGrowth * scanned));
  }
}
