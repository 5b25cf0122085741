import { type Kysely, sql } from "kysely";
import type { Reader, Tx } from "../../../declare/tx.ts";
import { newLruCache } from "../../../platform/cache/lru-cache.ts";
import { prepare } from "../../../platform/database/prepared.ts";
import { arraysOf, unnest } from "../../../platform/database/unnest.ts";
import { idAfter } from "../../../platform/ids/ids.ts";
import type { ChannelsTables } from "../../channels/index.ts";
import type { MessageKey } from "../tables.ts";
import { PreconditionFailed } from "./preconditions.ts";

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
const newLastMessage = prepare((db: Kysely<ChannelsTables>, channelId: string, least: string, last: string) =>
  db
    .updateTable("channels")
    .set({ last_message_id: last, greatest_message_id: last })
    .where("id", "=", channelId)
    .where((is) => is.or([is("greatest_message_id", "is", null), is("greatest_message_id", "<", least)])),
);

interface NewIds {
  readonly id: string;
  readonly least: string;
  readonly last: string;
}

/** Sets the last messages of several channels. Divides by zero, which fails the transaction, if one is not changed. */
const newIdsType = { id: "text", least: "text", last: "text" } as const;
const newLastMessages = prepare(
  (db: Kysely<ChannelsTables>, ...arrays: string[]) =>
    db
      .with("reserved", (cte) => cte.selectFrom(unnest<NewIds>(newIdsType, arrays)).selectAll())
      .with("changed", (cte) =>
        cte
          .updateTable("channels")
          .from("reserved")
          .set((row) => ({
            last_message_id: row.ref("reserved.last"),
            greatest_message_id: row.ref("reserved.last"),
          }))
          .whereRef("channels.id", "=", "reserved.id")
          .where((is) =>
            is.or([
              is("greatest_message_id", "is", null),
              is("greatest_message_id", "<", is.ref("reserved.least")),
            ]),
          )
          .returning("channels.id"),
      )
      .selectNoFrom(
        sql<number>`1 / ((select count(*) from changed) = (select count(*) from reserved))::int`.as(
          "all_changed",
        ),
      ),
  3,
).pipelined();

/** Channels that have a message from a clock that was ahead of this one. */
const aheadOfClock = newLruCache<true>(1_000);

const greatestMessage = prepare((db: Kysely<ChannelsTables>, channelId: string) =>
  db.selectFrom("channels").select("greatest_message_id").where("id", "=", channelId),
);

/**
 * Makes the ids of new messages, one for each of these channels, in the order of the list. The last id of a channel
 * becomes its last message; undefined for a channel that does not exist. Each id is greater than every id that a message
 * of the channel had before, whatever the clock of this process shows: unread marks and pages compare ids. The statement
 * also locks the channel until the transaction ends.
 */
async function reserveMessageIds(tx: Tx, channelIds: readonly string[]): Promise<(string | undefined)[]> {
  const ids: (string | undefined)[] = channelIds.map(() => tx.services.ids.next());
  const byChannel = Map.groupBy(ids.keys(), (at) => channelIds[at] as string);
  // All processes lock the channels in this order, so that no two wait for each other.
  for (const id of [...byChannel.keys()].sort()) {
    const places = byChannel.get(id) ?? [];
    if (await setLast(tx, id, ids, places)) continue;
    let greatest = (await tx.one(greatestMessage, id))?.greatest_message_id;
    for (const at of places) {
      greatest &&= idAfter(greatest);
      ids[at] = greatest ?? undefined;
    }
    if (greatest) await setLast(tx, id, ids, places);
  }
  return ids;
}

function setLast(tx: Tx, channelId: string, ids: readonly (string | undefined)[], places: readonly number[]) {
  const [least = "", last = ""] = [ids[places.at(0) ?? 0], ids[places.at(-1) ?? 0]];
  return tx.change(newLastMessage, channelId, least, last);
}

/**
 * Makes the ids for channels that exist. PostgreSQL need not answer before the commit, which fails if a channel has a
 * message from a clock that was ahead: `noteAheadOfClock` lets the next attempt wait for the answer.
 */
export async function reserveIdsAtOnce(tx: Tx, channelIds: readonly string[]): Promise<string[]> {
  if (tx.dialect === "sqlite" || channelIds.some((id) => aheadOfClock.has(id))) {
    const ids = await reserveMessageIds(tx, channelIds);
    return ids.map((id) => id ?? missing());
  }
  const ids = channelIds.map(() => tx.services.ids.next());
  const reserved = new Map<string, NewIds>();
  for (const [at, id] of channelIds.entries()) {
    const last = ids[at] as string;
    reserved.set(id, { id, least: reserved.get(id)?.least ?? last, last });
  }
  await tx.all(newLastMessages, ...arraysOf(newIdsType, [...reserved.values()]));
  return ids;
}

export function noteAheadOfClock(channelIds: readonly string[]): void {
  for (const id of channelIds) aheadOfClock.set(id, true);
}

/** Makes the id of one new message; undefined if the channel does not exist. */
export async function reserveMessageId(tx: Tx, channelId: string): Promise<string | undefined> {
  return (await reserveMessageIds(tx, [channelId]))[0];
}

function missing(): never {
  throw new PreconditionFailed();
}

const activeConversation = prepare((db: Kysely<ChannelsTables>, channelId: string) =>
  db.updateTable("channels").set({ active: 1 }).where("id", "=", channelId),
);

export async function reopenConversation(tx: Tx, channelId: string): Promise<void> {
  await tx.all(activeConversation, channelId);
}
