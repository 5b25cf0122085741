import type { Kysely } from "kysely";
import type { Reader, Tx } from "../../../declare/tx.ts";
import { prepare } from "../../../platform/database/prepared.ts";
import type { TextChannel } from "../model.ts";
import { textChannelView, textChannelViews } from "../rules/text-channel.ts";
import type { ChannelsTables, OverrideRow } from "../tables.ts";
import { findChannelWithOverrides } from "./channels.ts";

const channelsByServer = prepare((db: Kysely<ChannelsTables>, serverId: string) =>
  db.selectFrom("channels").selectAll().where("server_id", "=", serverId).orderBy("id"),
);

const channelIdsByServer = prepare((db: Kysely<ChannelsTables>, id: string) =>
  db.selectFrom("channels").select("id").where("server_id", "=", id).orderBy("id"),
);

const overridesByServer = prepare((db: Kysely<ChannelsTables>, serverId: string) =>
  db
    .selectFrom("channels")
    .innerJoin("channel_overrides", "channel_overrides.channel_id", "channels.id")
    .selectAll("channel_overrides")
    .where("channels.server_id", "=", serverId)
    .orderBy("channel_overrides.role_id"),
);

const overridesPage = 250;

/** The overrides in a server after the one with this key, in the order of their keys. */
const overridesAfter = prepare(
  (db: Kysely<ChannelsTables>, serverId: string, channelId: string, roleId: string) =>
    db
      .selectFrom("channels")
      .innerJoin("channel_overrides", "channel_overrides.channel_id", "channels.id")
      .selectAll("channel_overrides")
      .where("channels.server_id", "=", serverId)
      .where("channels.id", ">=", channelId)
      .where(({ eb, or }) =>
        or([eb("channels.id", ">", channelId), eb("channel_overrides.role_id", ">", roleId)]),
      )
      .orderBy("channels.id")
      .orderBy("channel_overrides.role_id")
      .limit(overridesPage),
);

/** All overrides in a server, by channel and role, in pages that each take little time. */
export async function* listOverridesInPages(db: Reader, serverId: string): AsyncGenerator<OverrideRow[]> {
  let last: Pick<OverrideRow, "channel_id" | "role_id"> | undefined = { channel_id: "", role_id: "" };
  while (last) {
    const page: OverrideRow[] = await db.all(overridesAfter, serverId, last.channel_id, last.role_id);
    yield page;
    last = page.length < overridesPage ? undefined : page.at(-1);
  }
}

export async function findTextChannel(db: Reader, id: string): Promise<TextChannel | undefined> {
  const found = await findChannelWithOverrides(db, id);
  return found && textChannelView(found.row, found.overrides);
}

/** The same for a channel that must exist, because this transaction has just written to it. */
export async function readTextChannel(db: Reader, id: string): Promise<TextChannel> {
  const channel = await findTextChannel(db, id);
  if (!channel) throw new Error(`Channel ${id} vanished`);
  return channel;
}

/** All channels of a server, in order of creation. */
export async function listServerChannels(db: Reader, serverId: string): Promise<TextChannel[]> {
  // Read before the channels: overrides that are deleted in between must not make a channel look public.
  const overrides = await db.all(overridesByServer, serverId);
  return textChannelViews(await db.all(channelsByServer, serverId), overrides);
}

/** The same in a transaction, which reads both from one state: PostgreSQL answers in one round trip. */
export async function listServerChannelsAtOnce(tx: Tx, serverId: string): Promise<TextChannel[]> {
  const [overrides, channels] = await Promise.all([
    tx.all(overridesByServer, serverId),
    tx.all(channelsByServer, serverId),
  ]);
  return textChannelViews(channels, overrides);
}

/** Ids of the channels of a server, in order of creation. */
export async function listChannelIds(db: Reader, serverId: string): Promise<string[]> {
  return (await db.all(channelIdsByServer, serverId)).map(({ id }) => id);
}

/** The same of several servers, a thousand at most. */
export async function listChannelIdsIn(db: Reader, serverIds: readonly string[]): Promise<string[]> {
  const rows = await db
    .sql<ChannelsTables>()
    .selectFrom("channels")
    .select("id")
    .where("server_id", "in", serverIds)
    .orderBy("id")
    .execute();
  return rows.map(({ id }) => id);
}

/** Inserts or replaces the override of a role in a channel. */
export async function putOverride(tx: Tx, { allow, deny, ...key }: OverrideRow): Promise<void> {
  await tx
    .sql<ChannelsTables>()
    .insertInto("channel_overrides")
    .values({ ...key, allow, deny })
    .onConflict((conflict) => conflict.columns(["channel_id", "role_id"]).doUpdateSet({ allow, deny }))
    .execute();
}
