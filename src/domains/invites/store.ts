import type { Kysely } from "kysely";
import { prepare } from "../../platform/database/prepared.ts";
import type { Reader, Tx } from "../../store/tx.ts";
import { findServer, listServerChannels } from "../servers/index.ts";
import { frontChannel } from "./rules/views.ts";
import type { ChannelInviteRow, InvitesTables } from "./tables.ts";

const inviteByCode = prepare((db: Kysely<InvitesTables>, code: string) =>
  db.selectFrom("invites").selectAll().where("code", "=", code),
);

const invitesByServer = prepare((db: Kysely<InvitesTables>, serverId: string) =>
  db.selectFrom("invites").selectAll().where("server_id", "=", serverId).orderBy("code"),
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

/** Deletes the invites to a channel that a user created. */
export async function deleteInvitesBy(tx: Tx, creatorId: string, channelId: string): Promise<void> {
  const invites = tx.sql<InvitesTables>().deleteFrom("invites");
  await invites.where("channel_id", "=", channelId).where("creator_id", "=", creatorId).execute();
}
