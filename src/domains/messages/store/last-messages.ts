import type { Kysely } from "kysely";
import type { Reader, Tx } from "../../../declare/tx.ts";
import { prepare } from "../../../platform/database/prepared.ts";
import type { EachQueries, SharedStep } from "../../../platform/database/shared-step.ts";
import { idAfter } from "../../../platform/ids/ids.ts";
import type { ChannelsTables } from "../../channels/index.ts";
import type { MessageKey } from "../tables.ts";

/** Channels whose last message is one of these. */
export async function listChannelsWithLastMessage(
  db: Reader,
  messages: readonly MessageKey[],
): Promise<{ id: string; server_id: string | null }[]> {
  if (messages.length === 0) return [];
  const channelIds = [...new Set(messages.map(({ channel_id }) => channel_id))];
  const messageIds = messages.map(({ id }) => id);
  return db
    .sql<ChannelsTables>()
    .selectFrom("channels")
    .select(["id", "server_id"])
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

type NewId = [last: string, greatest: string, channelId: string, candidate: string];

const newLastMessage = prepare(
  (db: Kysely<ChannelsTables>, ...[last, greatest, channelId, candidate]: NewId) =>
    db
      .updateTable("channels")
      .set({ last_message_id: last, greatest_message_id: greatest })
      .where("id", "=", channelId)
      .where((is) =>
        is.or([is("greatest_message_id", "is", null), is("greatest_message_id", "<", candidate)]),
      ),
  4,
);

const greatestMessage = prepare((db: Kysely<ChannelsTables>, channelId: string) =>
  db.selectFrom("channels").select("greatest_message_id").where("id", "=", channelId),
);

interface Reservation {
  readonly channelId: string;
  readonly candidate: string;
}

/** Reserves ids for messages that are sent at the same moment, with one change for each channel. */
const reserveIds: SharedStep<Reservation, string | undefined> = {
  statementFor: ({ channelId, candidate }) => ({
    query: newLastMessage,
    values: [candidate, candidate, channelId, candidate],
  }),
  async run(queries, reservations) {
    const byChannel = Map.groupBy(reservations, ({ channelId }) => channelId);
    const candidates = [...byChannel].map(([channelId, group]): [string, string[]] => [
      channelId,
      group.map(({ candidate }) => candidate).sort(),
    ]);
    // All processes lock the channels in this order, so that no two wait for each other.
    const ids = new Map(candidates.sort(([one], [other]) => (one < other ? -1 : 1)));
    const behind = await setNewest(queries, ids);
    if (behind.size > 0) await setNewest(queries, await idsAfterGreatest(queries, behind, ids));
    return reservations.map(({ channelId }) => ids.get(channelId)?.shift());
  },
};

/** Sets the last message of each channel to the last of the ids. Returns the channels for which they are too small. */
async function setNewest(
  queries: EachQueries,
  ids: ReadonlyMap<string, readonly string[]>,
): Promise<ReadonlySet<string>> {
  const calls = [...ids].map(([channelId, of]): NewId => {
    const last = of.at(-1) ?? "";
    return [last, last, channelId, of[0] ?? ""];
  });
  const changed = await queries.changeEach(newLastMessage, calls);
  return new Set([...ids.keys()].filter((_, at) => changed[at] === 0));
}

/** Replaces the ids of these channels, by none if a channel does not exist. */
async function idsAfterGreatest(
  queries: EachQueries,
  channelIds: ReadonlySet<string>,
  ids: Map<string, string[]>,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const channels = [...channelIds];
  const found = await queries.findEach(
    greatestMessage,
    channels.map((channelId) => [channelId] as [string]),
  );
  const replaced = new Map<string, readonly string[]>();
  for (const [at, channelId] of channels.entries()) {
    let greatest = found[at]?.[0]?.greatest_message_id;
    const later = greatest
      ? (ids.get(channelId) ?? []).map(() => {
          greatest = idAfter(greatest as string);
          return greatest;
        })
      : [];
    ids.set(channelId, later);
    if (greatest) replaced.set(channelId, [...later]);
  }
  return replaced;
}

/**
 * Makes the id of a new message, which becomes the last of the channel; undefined if the channel does not exist. The id
 * is greater than every id that a message of the channel had before, whatever the clock of this process shows: unread
 * marks and pages compare ids. The statement also locks the channel until the transaction ends.
 */
export async function reserveMessageId(tx: Tx, channelId: string): Promise<string | undefined> {
  return tx.share(reserveIds, { channelId, candidate: tx.services.ids.next() });
}

const activeConversation = prepare((db: Kysely<ChannelsTables>, channelId: string) =>
  db.updateTable("channels").set({ active: 1 }).where("id", "=", channelId),
);

export async function reopenConversation(tx: Tx, channelId: string): Promise<void> {
  await tx.all(activeConversation, channelId);
}
