import type { Kysely } from "kysely";
import type { Reader } from "../../../declare/tx.ts";
import { prepare } from "../../../platform/database/prepared.ts";
import type { TextChannel } from "../model.ts";
import { textChannelView, textChannelViews } from "../rules/text-channel.ts";
import type { ChannelRow, ChannelsTables, NewChannel, OverrideRow } from "../tables.ts";

const channelById = prepare((db: Kysely<ChannelsTables>, id: string) =>
  db.selectFrom("channels").selectAll().where("id", "=", id),
);

const overridesByChannel = prepare((db: Kysely<ChannelsTables>, id: string) =>
  db.selectFrom("channel_overrides").selectAll().where("channel_id", "=", id).orderBy("role_id"),
);

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

/** A channel of any kind, as it is stored. */
export async function findChannel(db: Reader, id: string): Promise<ChannelRow | undefined> {
  return db.one(channelById, id);
}

export async function listOverrides(db: Reader, channelId: string) {
  return db.all(overridesByChannel, channelId);
}

/** A channel of a server that is there, as it is now in this transaction. */
export async function readTextChannel(db: Reader, id: string): Promise<TextChannel> {
  const row = await findChannel(db, id);
  if (!row) throw new Error(`${id} vanished`);
  return textChannelView(row, await listOverrides(db, id));
}

/** All channels of a server, in the order in which they were made. */
export async function listServerChannels(db: Reader, serverId: string): Promise<TextChannel[]> {
  const rows = await db.all(channelsByServer, serverId);
  return textChannelViews(rows, await db.all(overridesByServer, serverId));
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
