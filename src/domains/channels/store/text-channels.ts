import type { Kysely } from "kysely";
import { prepare } from "../../../platform/database/prepared.ts";
import { type MaybePromise, mapMaybe } from "../../../platform/maybe-promise.ts";
import { memoizeByObject } from "../../../platform/memoize-by-object.ts";
import type { Reader } from "../../../store/tx.ts";
import type { TextChannel } from "../model.ts";
import { textChannelView, textChannelViews } from "../rules/text-channel.ts";
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

const lastingColumns = [
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

/** The same without the last message, which would not let it be remembered. */
const lastingChannelWithOverrides = prepare((db: Kysely<ChannelsTables>, id: string) =>
  db
    .selectFrom("channels")
    .leftJoin("channel_overrides", "channel_overrides.channel_id", "channels.id")
    .select(lastingColumns)
    .select(["channels.id as channel_id", "role_id", "allow", "deny"])
    .where("channels.id", "=", id)
    .orderBy("role_id"),
).cached();

const channelsByServer = prepare((db: Kysely<ChannelsTables>, serverId: string) =>
  db.selectFrom("channels").selectAll().where("server_id", "=", serverId).orderBy("id"),
);

const overridesByServer = prepare((db: Kysely<ChannelsTables>, serverId: string) =>
  db
    .selectFrom("channels")
    .innerJoin("channel_overrides", "channel_overrides.channel_id", "channels.id")
    .selectAll("channel_overrides")
    .where("channels.server_id", "=", serverId)
    .orderBy("channel_overrides.role_id"),
);

/** A channel, and what its roles change there. */
export interface ChannelWithOverrides<Row> {
  readonly row: Row;
  readonly overrides: readonly OverrideRow[];
}

/** A channel of any kind, as it is stored. */
export async function findChannel(db: Reader, id: string): Promise<ChannelRow | undefined> {
  return db.one(channelById, id);
}

/**
 * The same with what its roles change there, if it is of a server. In one query: reads are not always of one moment,
 * and a channel whose overrides went with it must not look like one that is open to all.
 */
export function findChannelWithOverrides(
  db: Reader,
  id: string,
): MaybePromise<ChannelWithOverrides<ChannelRow> | undefined> {
  return mapMaybe(db.all(channelWithOverrides, id), wholeIn);
}

/** The same for those who speak there, and need not know what was said last. */
export function findStableChannel(
  db: Reader,
  id: string,
): MaybePromise<ChannelWithOverrides<StableChannelRow> | undefined> {
  return mapMaybe(db.all(lastingChannelWithOverrides, id), lastingIn);
}

export async function findTextChannel(db: Reader, id: string): Promise<TextChannel | undefined> {
  const found = await findChannelWithOverrides(db, id);
  return found && textChannelView(found.row, found.overrides);
}

/** The same of one that is there, because this transaction has just written to it. */
export async function readTextChannel(db: Reader, id: string): Promise<TextChannel> {
  const channel = await findTextChannel(db, id);
  if (!channel) throw new Error(`${id} vanished`);
  return channel;
}

/** All channels of a server, in the order in which they were made. */
export async function listServerChannels(db: Reader, serverId: string): Promise<TextChannel[]> {
  // Before the channels: none of these may look open because its overrides have just gone.
  const overrides = await db.all(overridesByServer, serverId);
  return textChannelViews(await db.all(channelsByServer, serverId), overrides);
}

export async function insertChannel(db: Reader, channel: NewChannel): Promise<void> {
  await db.sql<ChannelsTables>().insertInto("channels").values(channel).execute();
}

export async function updateChannel(db: Reader, id: string, changes: Partial<ChannelRow>): Promise<void> {
  await db.sql<ChannelsTables>().updateTable("channels").set(changes).where("id", "=", id).execute();
}

/** In place of what the role allowed and denied in the channel before. */
export async function putOverride(db: Reader, { allow, deny, ...key }: OverrideRow): Promise<void> {
  await db
    .sql<ChannelsTables>()
    .insertInto("channel_overrides")
    .values({ ...key, allow, deny })
    .onConflict((known) => known.columns(["channel_id", "role_id"]).doUpdateSet({ allow, deny }))
    .execute();
}

/** With its invites, overrides and what people have read of it. */
export async function deleteChannel(db: Reader, id: string): Promise<void> {
  await db.sql<ChannelsTables>().deleteFrom("channels").where("id", "=", id).execute();
}

function wholeIn<Row extends MaybeOverride>(rows: readonly Row[]): ChannelWithOverrides<Row> | undefined {
  const [row] = rows;
  return row && { row, overrides: rows.flatMap(overrideIn) };
}

const lastingIn = memoizeByObject(wholeIn<StableChannelRow & MaybeOverride>);

type MaybeOverride = Pick<OverrideRow, "channel_id"> & {
  [Column in "role_id" | "allow" | "deny"]: OverrideRow[Column] | null;
};

/** Of a channel without overrides, the join gives one that is of no role. */
function overrideIn({ channel_id, role_id, allow, deny }: MaybeOverride): OverrideRow[] {
  return role_id === null || allow === null || deny === null ? [] : [{ channel_id, role_id, allow, deny }];
}
