import type { Kysely } from "kysely";
import type { Reader, Tx } from "../../../declare/tx.ts";
import { prepare } from "../../../platform/database/prepared.ts";
import { memoizeByObject } from "../../../platform/memoize/memoize-by-object.ts";
import type { ChannelRow, ChannelsTables, NewChannel, OverrideRow, StableChannelRow } from "../tables.ts";

const channelById = prepare((db: Kysely<ChannelsTables>, id: string) =>
  db.selectFrom("channels").selectAll().where("id", "=", id),
);

const channelWithOverrides = prepare((db: Kysely<ChannelsTables>, id: string) =>
  db
    .selectFrom("channels")
    .leftJoin("channel_overrides", "channel_overrides.channel_id", "channels.id")
    .selectAll("channels")
    .select(["channels.id as channel_id", "role_id", "allow", "deny"])
    .where("channels.id", "=", id)
    .orderBy("role_id"),
);

const stableColumns = [
  "channels.id",
  "kind",
  "pair",
  "active",
  "server_id",
  "name",
  "description",
  "icon",
  "nsfw",
  "default_allow",
  "default_deny",
  "voice",
  "slowmode",
  "owner_id",
  "permissions",
] as const;

/** The same without the last message, which changes too often for the query cache. */
const stableChannelWithOverrides = prepare((db: Kysely<ChannelsTables>, id: string) =>
  db
    .selectFrom("channels")
    .leftJoin("channel_overrides", "channel_overrides.channel_id", "channels.id")
    .select(stableColumns)
    .select(["channels.id as channel_id", "role_id", "allow", "deny"])
    .where("channels.id", "=", id)
    .orderBy("role_id"),
).cached();

/** The row of a channel, and the overrides of roles in it. */
export interface ChannelWithOverrides<Row> {
  readonly row: Row;
  readonly overrides: readonly OverrideRow[];
}

/** The row of a channel of any kind. */
export async function findChannel(db: Reader, id: string): Promise<ChannelRow | undefined> {
  return db.one(channelById, id);
}

/**
 * The same with its overrides. One query, because two need not see the same state: a channel that was deleted
 * together with its overrides in between would look like one that is open to all.
 */
export function findChannelWithOverrides(db: Reader, id: string) {
  return db.map(channelWithOverrides, withOverrides<ChannelRow & MaybeOverride>, id);
}

/** The same from the query cache, without the last message. */
export function findStableChannel(db: Reader, id: string) {
  return db.map(stableChannelWithOverrides, stableWithOverrides, id);
}

export async function insertChannel(tx: Tx, channel: NewChannel): Promise<void> {
  await tx.sql<ChannelsTables>().insertInto("channels").values(channel).execute();
}

export async function updateChannel(tx: Tx, id: string, changes: Partial<ChannelRow>): Promise<void> {
  await tx.sql<ChannelsTables>().updateTable("channels").set(changes).where("id", "=", id).execute();
}

const deleteOneRow = prepare((db: Kysely<ChannelsTables>, id: string) =>
  db.deleteFrom("channels").where("id", "=", id),
).pipelined();

/** Deletes rows, a thousand at most, and by foreign keys the recipients, overrides, invites and webhooks. */
export async function deleteChannelRow(tx: Tx, ...ids: readonly string[]): Promise<void> {
  const [only, second] = ids;
  if (only !== undefined && second === undefined) await tx.all(deleteOneRow, only);
  else await tx.sql<ChannelsTables>().deleteFrom("channels").where("id", "in", ids).execute();
}

function withOverrides<Row extends MaybeOverride>(
  rows: readonly Row[],
): ChannelWithOverrides<Row> | undefined {
  const [row] = rows;
  return row && { row, overrides: rows.flatMap(overrideIn) };
}

const stableWithOverrides = memoizeByObject(withOverrides<StableChannelRow & MaybeOverride>);

type MaybeOverride = Pick<OverrideRow, "channel_id"> & {
  [Column in "role_id" | "allow" | "deny"]: OverrideRow[Column] | null;
};

/** The left join gives a channel without overrides one row with nulls. */
function overrideIn({ channel_id, role_id, allow, deny }: MaybeOverride): OverrideRow[] {
  return role_id === null || allow === null || deny === null ? [] : [{ channel_id, role_id, allow, deny }];
}
