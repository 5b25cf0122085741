import { type Kysely, sql } from "kysely";
import type { Reader } from "../../../declare/tx.ts";
import { prepare } from "../../../platform/database/prepared.ts";
import { idsFrom, timeOfId } from "../../../platform/ids/ids.ts";
import type { Channel } from "../../channels/index.ts";
import { FrequentWords } from "../rules/frequent-words.ts";
import type { ScoredMessage } from "../rules/relevance.ts";
import type { ChronologicalSearch } from "../rules/search.ts";
import type { MessagesTables, MessageText } from "../tables.ts";
import { highest, lowest } from "./history.ts";
import { lists, readPage } from "./scan-texts.ts";

/** The messages of some channels in a range of ids, in no order. */
export const textsBetween = {
  sqlite: prepare(
    (db: Kysely<MessagesTables>, channelIds: string, after: string, before: string, limit: number) =>
      db
        .selectFrom(({ selectFrom }) =>
          selectFrom(sql<{ value: string }>`json_each(${channelIds})`.as("listed"))
            // SQLite keeps the order of a cross join.
            .crossJoin("messages")
            .select(["messages.channel_id", "messages.id", "messages.content"])
            .whereRef("messages.channel_id", "=", "listed.value")
            .where("messages.id", ">", after)
            .where("messages.id", "<", before)
            .limit(limit)
            .as("page"),
        )
        .select(({ ref }) => [
          lists.sqlite.ofIds(ref("page.channel_id")).as("channels"),
          lists.sqlite.ofIds(ref("page.id")).as("ids"),
          lists.sqlite.ofTexts(ref("page.content")).as("texts"),
        ]),
  ),
  postgres: prepare(
    (db: Kysely<MessagesTables>, channelIds: string, after: string, before: string, limit: number) =>
      db
        .selectFrom(({ selectFrom }) =>
          selectFrom(sql<{ value: string }>`json_array_elements_text(${channelIds}::text::json)`.as("listed"))
            // With a limit of its own for each channel, PostgreSQL reads each by its key.
            .innerJoinLateral(
              (inner) =>
                inner
                  .selectFrom("messages")
                  .select(["messages.channel_id", "messages.id", "messages.content"])
                  .whereRef("messages.channel_id", "=", sql.ref("listed.value"))
                  .where("messages.id", ">", after)
                  .where("messages.id", "<", before)
                  .limit(limit)
                  .as("of_channel"),
              (join) => join.onTrue(),
            )
            .selectAll("of_channel")
            .limit(limit)
            .as("page"),
        )
        .select(({ ref }) => [
          lists.postgres.ofIds(ref("page.channel_id")).as("channels"),
          lists.postgres.ofIds(ref("page.id")).as("ids"),
          lists.postgres.ofTexts(ref("page.content")).as("texts"),
        ]),
  ),
};

/** A scan begins with about the time in which this many channels had their last messages. */
const channelsFirst = 5;
const [minFirstMs, maxFirstMs] = [60_000, 3_600_000];
/** So many messages tell how frequent words are, and how many messages were sent at the time. */
const minScanned = 20;
const maxGrowth = 10;
const maxAtOnce = 1_500;

/** Messages that a scan has found, if the words are frequent; otherwise their share of what it has read, if anything. */
type ScanOfChannels =
  | { readonly found: ScoredMessage<MessageText>[] }
  | { readonly found: undefined; readonly share: number | undefined };

/**
 * The newest messages with some frequent words, by a scan of all channels: it reads the messages of growing stretches of
 * time, each with one query.
 */
export async function scanTextsOfChannels(
  db: Reader,
  channels: readonly Channel[],
  search: ChronologicalSearch,
): Promise<ScanOfChannels> {
  const { after = lowest, limit } = search;
  const ends = channels.flatMap(endOf);
  const times = ends.flatMap(({ time }) => time ?? []).sort((a, b) => b - a);
  const newest = times[0] ?? db.services.clock.now();
  const frequent = new FrequentWords(search);
  let before = highest;
  let length = Math.min(Math.max(newest - (times[channelsFirst - 1] ?? 0), minFirstMs), maxFirstMs);
  for (;;) {
    const since = newest - length;
    const isLast = since <= 0 || idsFrom(since) <= after;
    const start = isLast ? after : idsFrom(since);
    const active = ends.filter(({ time }) => time === undefined || time >= since);
    const texts = await readTexts(db, active, { after: start, before });
    if (!texts?.every((message) => frequent.add(message))) break;
    if (frequent.isEnough || isLast) return { found: frequent.found.slice(0, limit) };
    before = start;
    const { scanned } = frequent;
    if (scanned < minScanned) {
      length *= maxGrowth;
      continue;
    }
    const needed = frequent.messagesNeeded();
    if (needed === undefined) break;
    length += Math.ceil((length * needed) / scanned);
  }
  return { found: undefined, share: frequent.scanned > 0 ? frequent.share : undefined };
}

interface ChannelEnd {
  readonly id: string;
  /** No message was sent after this; unknown for saved messages, and if the last id is none of ours. */
  readonly time: number | undefined;
}

/** Nothing if the channel has no messages. */
function endOf(channel: Channel): ChannelEnd[] {
  if (channel.channel_type === "SavedMessages") return [{ id: channel._id, time: undefined }];
  const { _id: id, last_message_id: last } = channel;
  if (last === undefined) return [];
  const time = timeOfId(last);
  return [{ id, time: Number.isNaN(time) ? undefined : time }];
}

/** The newest first. Undefined if there are too many. */
async function readTexts(
  db: Reader,
  channels: readonly ChannelEnd[],
  { after, before }: { readonly after: string; readonly before: string },
): Promise<MessageText[] | undefined> {
  const list = JSON.stringify(channels.map(({ id }) => id));
  const page = await db.one(textsBetween[db.dialect], list, after, before, maxAtOnce);
  const { ids, texts } = readPage(page);
  if (ids.length === maxAtOnce) return undefined;
  const channelIds = page?.channels?.split(",") ?? [];
  return ids
    .map((id, at) => ({ channel_id: channelIds[at] ?? "", id, content: texts[at] ?? null }))
    .sort((a, b) => (a.id < b.id ? 1 : -1));
}
