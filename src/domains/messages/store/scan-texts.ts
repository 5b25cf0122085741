import { type Expression, type Kysely, sql } from "kysely";
import type { Reader } from "../../../declare/tx.ts";
import { prepare } from "../../../platform/database/prepared.ts";
import { FrequentWords } from "../rules/frequent-words.ts";
import type { ScoredMessage } from "../rules/relevance.ts";
import type { ChronologicalSearch } from "../rules/search.ts";
import type { MessagesTables, MessageText } from "../tables.ts";
import { highest, lowest } from "./history.ts";

interface TextPage {
  readonly ids: string | null;
  readonly texts: string | null;
}

/** Lists of values as one text take a fraction of the time of a row for each message. */
export const lists = {
  sqlite: {
    ofIds: (column: Expression<string>) => sql<string | null>`group_concat(${column})`,
    ofTexts: (column: Expression<string | null>) => sql<string | null>`json_group_array(${column})`,
  },
  postgres: {
    ofIds: (column: Expression<string>) => sql<string | null>`string_agg(${column}, ',')`,
    ofTexts: (column: Expression<string | null>) => sql<string | null>`json_agg(${column})::text`,
  },
} satisfies Record<Reader["dialect"], object>;

function textsInOrder(dialect: Reader["dialect"], order: "asc" | "desc") {
  const { ofIds, ofTexts } = lists[dialect];
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
        .select(({ ref }) => [ofIds(ref("page.id")).as("ids"), ofTexts(ref("page.content")).as("texts")]),
  );
}

export const textPages = {
  sqlite: { asc: textsInOrder("sqlite", "asc"), desc: textsInOrder("sqlite", "desc") },
  postgres: { asc: textsInOrder("postgres", "asc"), desc: textsInOrder("postgres", "desc") },
};

/** How many messages a scan reads first. Where these show that the words are rare, the word index finds them faster. */
const scannedFirst = 20;

/**
 * The first messages with some frequent words, by a scan of the channel: the word index takes several times as long to
 * find them. Undefined if the words are not frequent among the messages that are read first, or these are long.
 */
export async function scanTexts(
  db: Reader,
  channelId: string,
  search: ChronologicalSearch,
): Promise<ScoredMessage<MessageText>[] | undefined> {
  const { order } = search;
  if (search.words.any.length === 0) return [];
  const frequent = new FrequentWords(search);
  let { after = lowest, before = highest } = search;
  for (let size: number | undefined = scannedFirst; size !== undefined; size = frequent.messagesNeeded()) {
    const { ids, texts } = readPage(
      await db.one(textPages[db.dialect][order], channelId, after, before, size),
    );
    for (const [at, content] of texts.entries()) {
      if (!frequent.add({ channel_id: channelId, id: ids[at] ?? "", content })) return undefined;
      if (frequent.isEnough) return frequent.found;
    }
    if (ids.length < size) return frequent.found;
    const last = ids[size - 1] ?? "";
    if (order === "desc") before = last;
    else after = last;
  }
  return undefined;
}

export function readPage(page: TextPage | undefined): { ids: string[]; texts: (string | null)[] } {
  if (!page?.ids) return { ids: [], texts: [] };
  return { ids: page.ids.split(","), texts: JSON.parse(page.texts ?? "[]") };
}
