import type { Kysely } from "kysely";
import type { Reader, Tx } from "../../declare/tx.ts";
import { prepare } from "../../platform/database/prepared.ts";
import { maxListed } from "../../protocol/schema.ts";
import { listServerChannels } from "../channels/index.ts";
import { findServer } from "../members/index.ts";
import { frontChannel } from "./rules/views.ts";
import type { ChannelInviteRow, InvitesTables } from "./tables.ts";

const inviteByCode = prepare((db: Kysely<InvitesTables>, code: string) =>
  db.selectFrom("invites").selectAll().where("code", "=", code),
);

const invitesByServer = prepare((db: Kysely<InvitesTables>, serverId: string) =>
  db.selectFrom("invites").selectAll().where("server_id", "=", serverId).orderBy("code").limit(maxListed),
);

export async function findInvite(db: Reader, code: string): Promise<ChannelInviteRow | undefined> {
  return db.one(inviteByCode, code);
}

/** The same, or the implied invite of a discoverable server, whose code is the id of the server. */
export async function findOpenInvite(db: Reader, code: string): Promise<ChannelInviteRow | undefined> {
  return (await findInvite(db, code)) ?? findDiscoverable(db, code);
}

async function findDiscoverable(db: Reader, id: string): Promise<ChannelInviteRow | undefined> {
  const server = await findServer(db, id);
  if (server?.discoverable !== 1) return undefined;
  const channel = frontChannel(server, await listServerChannels(db, id));
  return channel && { code: id, server_id: id, channel_id: channel._id, creator_id: server.owner_id };
}

export async function listInvites(db: Reader, serverId: string): Promise<ChannelInviteRow[]> {
  return db.all(invitesByServer, serverId);
}

/** The number of invites to a group, or to all channels of a server. */
export async function countInvites(
  db: Reader,
  { server_id, channel_id }: Pick<ChannelInviteRow, "server_id" | "channel_id">,
): Promise<number> {
  const { count } = await db
    .sql<InvitesTables>()
    .selectFrom("invites")
    .select(({ fn }) => fn.countAll().as("count"))
    .where((eb) => (server_id === null ? eb("channel_id", "=", channel_id) : eb("server_id", "=", server_id)))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Returns whether the code was free. */
export async function insertInvite(tx: Tx, invite: ChannelInviteRow): Promise<boolean> {
  const inserted = await tx
    .sql<InvitesTables>()
    .insertInto("invites")
    .values(invite)
    .onConflict((conflict) => conflict.column("code").doNothing())
    .returning("code")
    .execute();
  return inserted.length > 0;
}

export async function deleteInvite(tx: Tx, code: string): Promise<void> {
  await tx.sql<InvitesTables>().deleteFrom("invites").where("code", "=", code).execute();
}

/** Deletes the invites to a group: all of them, or those of one creator. */
export async function deleteGroupInvites(
  tx: Tx,
  channelId: string,
  { creatorId }: { readonly creatorId?: string | undefined },
): Promise<void> {
  const invites = tx.sql<InvitesTables>().deleteFrom("invites").where("channel_id", "=", channelId);
  await (creatorId === undefined ? invites : invites.where("creator_id", "=", creatorId)).execute();
}
