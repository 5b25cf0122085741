import type { Kysely } from "kysely";
import type { Reader, Tx } from "../../../declare/tx.ts";
import { newLruCache } from "../../../platform/cache/lru-cache.ts";
import { type MaybePromise, mapMaybe } from "../../../platform/concurrency/maybe-promise.ts";
import { type BulkQueries, Prepared, prepare } from "../../../platform/database/prepared.ts";
import { idAfter } from "../../../platform/ids/ids.ts";
import type { ChannelsTables } from "../../channels/index.ts";
import type { MessageKey } from "../tables.ts";

/** Channels whose last message is one of these. */
export async function listChannelsWithLastMessage(
  db: Reader,
  messages: readonly MessageKey[],
): Promise<Pick<ChannelsTables["channels"], "id" | "kind" | "server_id">[]> {
  if (messages.length === 0) return [];
  const channelIds = [...new Set(messages.map(({ channel_id }) => channel_id))];
  const messageIds = messages.map(({ id }) => id);
  return db
    .sql<ChannelsTables>()
    .selectFrom("channels")
    .select(["id", "kind", "server_id"])
    .where("id", "in", channelIds)
    .where("last_message_id", "in", messageIds)
    .orderBy("id")
    .execute();
}

const lastMessage = prepare((db: Kysely<ChannelsTables>, last: string | null, channelId: string) =>
  db.updateTable("channels").set({ last_message_id: last }).where("id", "=", channelId),
);

/** Sets the last message of a channel after others were deleted. */
export function setLastMessage(tx: Tx, channelId: string, last: string | null): unknown {
  return tx.all(lastMessage, last, channelId);
}

const raise = (column: "last_message_id" | "greatest_message_id") =>
  prepare((db: Kysely<ChannelsTables>, last: string, channelId: string, before: string) =>
    db
      .updateTable("channels")
      .set({ [column]: last })
      .where("id", "=", channelId)
      .where((is) => is.or([is(column, "is", null), is(column, "<", before)])),
  );
const raiseLast = raise("last_message_id");
const raiseGreatest = raise("greatest_message_id");

/** For messages that were not sent here: the channel keeps its last message if that is newer. */
export async function raiseLastMessage(tx: Tx, channelId: string, last: string): Promise<void> {
  await Promise.all([tx.all(raiseLast, last, channelId, last), tx.all(raiseGreatest, last, channelId, last)]);
}

/** `least` is the smallest and `last` the greatest of the ids that new messages of the channel get. */
const prepareNewLastMessage = () =>
  prepare((db: Kysely<ChannelsTables>, channelId: string, least: string, last: string) =>
    db
      .updateTable("channels")
      .set({ last_message_id: last, greatest_message_id: last })
      .where("id", "=", channelId)
      .where((is) => is.or([is("greatest_message_id", "is", null), is("greatest_message_id", "<", least)])),
  );
const newLastMessage = prepareNewLastMessage();
const newLastMessageWaiting = prepareNewLastMessage().waiting();

/** Channels in which the statement changed nothing, because they have a message from a clock that was ahead. */
const aheadOfClock = newLruCache<true>(1_000);

const greatestMessage = prepare((db: Kysely<ChannelsTables>, channelId: string) =>
  db.selectFrom("channels").select("greatest_message_id").where("id", "=", channelId),
);

interface NewIds {
  readonly channelId: string;
  /** In ascending order. */
  ids: string[];
}

/** Reserves ids for all messages that are sent at the same moment, with one change of each channel. */
const reserveId = Prepared.inBulk(newLastMessage, async (queries, calls) => {
  const reserved = [...Map.groupBy(calls, ([channelId]) => channelId)].map(
    ([channelId, group]): NewIds => ({ channelId, ids: group.map(([, id]) => id).sort() }),
  );
  // All processes lock the channels in this order, so that no two wait for each other.
  reserved.sort((one, other) => (one.channelId < other.channelId ? -1 : 1));
  const behind = await setLastMessages(queries, reserved);
  if (behind.length > 0) await reserveAfterGreatest(queries, behind);
  const left = new Map(reserved.map(({ channelId, ids }) => [channelId, ids.values()]));
  return calls.map(([channelId]) => {
    const id = left.get(channelId)?.next().value;
    return id === undefined ? [] : [{ id }];
  });
});

/** Sets the last message of each channel. Returns the channels that have had a message with a greater id. */
async function setLastMessages(queries: BulkQueries, reserved: readonly NewIds[]): Promise<NewIds[]> {
  const calls = reserved.map(({ channelId, ids }): [string, string, string] => [
    channelId,
    ids[0] ?? "",
    ids.at(-1) ?? "",
  ]);
  const changed = await queries.changeEach(newLastMessage, calls);
  return reserved.filter((_, at) => changed[at] === 0);
}

/** Replaces the ids of these channels, by none if a channel does not exist. */
async function reserveAfterGreatest(queries: BulkQueries, behind: readonly NewIds[]): Promise<void> {
  const found = await queries.findEach(
    greatestMessage,
    behind.map(({ channelId }): [string] => [channelId]),
  );
  for (const [at, reserved] of behind.entries()) {
    let greatest = found[at]?.[0]?.greatest_message_id;
    reserved.ids = reserved.ids.flatMap(() => {
      if (!greatest) return [];
      greatest = idAfter(greatest);
      return greatest;
    });
  }
  const existing = behind.filter(({ ids }) => ids.length > 0);
  if (existing.length > 0) await setLastMessages(queries, existing);
}

/**
 * Makes the id of a new message, which becomes the last of the channel; undefined if the channel does not exist. The id
 * is greater than every id that a message of the channel had before, whatever the clock of this process shows: unread
 * marks and pages compare ids. The statement also locks the channel until the transaction ends.
 */
export function reserveMessageId(tx: Tx, channelId: string): MaybePromise<string | undefined> {
  const candidate = tx.services.ids.next();
  const reserveInBulk = () =>
    mapMaybe(tx.one(reserveId, channelId, candidate, candidate), (reserved) => reserved?.id);
  if (tx.dialect === "postgres") return reserveInBulk();
  // SQLite runs no transactions together, so that one statement suffices unless the clock was set back.
  const query = aheadOfClock.has(channelId) ? newLastMessage : newLastMessageWaiting;
  return mapMaybe(tx.change(query, channelId, candidate, candidate), (changed) => {
    if (changed > 0) return candidate;
    aheadOfClock.set(channelId, true);
    return reserveInBulk();
  });
}

const activeConversation = prepare((db: Kysely<ChannelsTables>, channelId: string) =>
  db.updateTable("channels").set({ active: 1 }).where("id", "=", channelId),
);

export async function reopenConversation(tx: Tx, channelId: string): Promise<void> {
  await tx.all(activeConversation, channelId);
}
