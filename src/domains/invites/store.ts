import type { Kysely } from "kysely";
import type { Reader } from "../../declare/tx.ts";
import { prepare } from "../../platform/database/prepared.ts";
import type { ChannelsTables } from "../channels/index.ts";
import type { ServersTables } from "../servers/index.ts";
import type { InviteRow, InvitesTables, ServerInviteRow } from "./tables.ts";

const inviteByCode = prepare((db: Kysely<InvitesTables>, code: string) =>
  db.selectFrom("invites").selectAll().where("code", "=", code),
);

const invitesByServer = prepare((db: Kysely<InvitesTables>, serverId: string) =>
  db.selectFrom("invites").selectAll().where("server_id", "=", serverId).orderBy("code"),
);

/** What a discoverable server shows itself by: its first channel, and its owner. */
const discoverableById = prepare((db: Kysely<ServersTables & ChannelsTables>, serverId: string) =>
  db
    .selectFrom("servers")
    .innerJoin("channels", "channels.server_id", "servers.id")
    .select([
      "servers.id as code",
      "servers.id as server_id",
      "channels.id as channel_id",
      "servers.owner_id as creator_id",
    ])
    .where("servers.id", "=", serverId)
    .where("servers.discoverable", "=", 1)
    .orderBy("channels.id")
    .limit(1),
);

/** An invite that somebody made. */
export async function findInvite(db: Reader, code: string): Promise<ServerInviteRow | undefined> {
  const row = await db.one(inviteByCode, code);
  return row && isOfServer(row) ? row : undefined;
}

/** The same, or the invite that a discoverable server is by itself: its id is as good as a code. */
export async function findOpenInvite(db: Reader, code: string): Promise<ServerInviteRow | undefined> {
  return (await findInvite(db, code)) ?? db.one(discoverableById, code);
}

export async function listInvites(db: Reader, serverId: string): Promise<ServerInviteRow[]> {
  return (await db.all(invitesByServer, serverId)).filter(isOfServer);
}

/** Returns whether the code was free. */
export async function insertInvite(db: Reader, invite: InviteRow): Promise<boolean> {
  const made = await db
    .sql<InvitesTables>()
    .insertInto("invites")
    .values(invite)
    .onConflict((known) => known.column("code").doNothing())
    .returning("code")
    .execute();
  return made.length > 0;
}

export async function deleteInvite(db: Reader, code: string): Promise<void> {
  await db.sql<InvitesTables>().deleteFrom("invites").where("code", "=", code).execute();
}

function isOfServer(row: InviteRow): row is ServerInviteRow {
  return row.server_id !== null;
}
