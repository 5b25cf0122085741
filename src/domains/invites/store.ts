import type { ExpressionBuilder, Kysely } from "kysely";
import type { Reader, Tx } from "../../declare/tx.ts";
import { prepare } from "../../platform/database/prepared.ts";
import { maxListed } from "../../protocol/schema.ts";
import { listServerChannels } from "../channels/index.ts";
import { findServer } from "../members/index.ts";
import { frontChannel, isExpired } from "./rules/views.ts";
import type { ChannelInviteRow, InvitesTables } from "./tables.ts";

const inviteByCode = prepare((db: Kysely<InvitesTables>, code: string) =>
  db.selectFrom("invites").selectAll().where("code", "=", code),
);

export async function findInvite(db: Reader, code: string): Promise<ChannelInviteRow | undefined> {
  return db.one(inviteByCode, code);
}

/** One that has not ended, or the implied invite of a discoverable server, whose code is the id of the server. */
export async function findOpenInvite(
  db: Reader,
  code: string,
  now: number,
): Promise<ChannelInviteRow | undefined> {
  const invite = (await findInvite(db, code)) ?? (await findDiscoverable(db, code));
  return invite && !isExpired(invite, now) ? invite : undefined;
}

async function findDiscoverable(db: Reader, id: string): Promise<ChannelInviteRow | undefined> {
  const server = await findServer(db, id);
  if (server?.discoverable !== 1) return undefined;
  const channel = frontChannel(server, await listServerChannels(db, id));
  if (!channel) return undefined;
  const unlimited = { expires_at: null, max_uses: null, uses: 0 };
  return { code: id, server_id: id, channel_id: channel._id, creator_id: server.owner_id, ...unlimited };
}

const isOpen = (now: number) => (eb: ExpressionBuilder<InvitesTables, "invites">) =>
  eb.or([eb("expires_at", "is", null), eb("expires_at", ">", now)]);

/** Those that have not ended. */
export async function listInvites(db: Reader, serverId: string, now: number): Promise<ChannelInviteRow[]> {
  return db
    .sql<InvitesTables>()
    .selectFrom("invites")
    .selectAll()
    .where("server_id", "=", serverId)
    .where(isOpen(now))
    .orderBy("code")
    .limit(maxListed)
    .execute();
}

/** The number of invites to a group, or to all channels of a server, that have not ended. */
export async function countInvites(
  db: Reader,
  { server_id, channel_id }: Pick<ChannelInviteRow, "server_id" | "channel_id">,
  now: number,
): Promise<number> {
  const { count } = await db
    .sql<InvitesTables>()
    .selectFrom("invites")
    .select(({ fn }) => fn.countAll().as("count"))
    .where(isOpen(now))
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

/**
 * Counts somebody who joins by an invite for a number of people, and deletes it with the last of them. Returns false if
 * others were faster.
 */
export async function takeUse(tx: Tx, code: string): Promise<boolean> {
  const [taken] = await tx
    .sql<InvitesTables>()
    .updateTable("invites")
    .set(({ eb }) => ({ uses: eb("uses", "+", 1) }))
    .where("code", "=", code)
    .whereRef("uses", "<", "max_uses")
    .returning(["uses", "max_uses"])
    .execute();
  if (taken && taken.uses === taken.max_uses) await deleteInvite(tx, code);
  return taken !== undefined;
}

export async function deleteExpiredInvites(tx: Tx, now: number): Promise<void> {
  await tx.sql<InvitesTables>().deleteFrom("invites").where("expires_at", "<=", now).execute();
}

/** Bars a user from joining a group by the invites that it has now. */
export async function barFromInvites(tx: Tx, channelId: string, userId: string): Promise<void> {
  await tx
    .sql<InvitesTables>()
    .insertInto("barred_users")
    .columns(["code", "user_id"])
    .expression((eb) =>
      eb
        .selectFrom("invites")
        .select(["code", eb.cast<string>(eb.val(userId), "text").as("user_id")])
        .where("channel_id", "=", channelId),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function isBarred(db: Reader, code: string, userId: string): Promise<boolean> {
  const barred = db.sql<InvitesTables>().selectFrom("barred_users").select("code").where("code", "=", code);
  return (await barred.where("user_id", "=", userId).execute()).length > 0;
}

export async function forgetBarred(tx: Tx, userId: string): Promise<void> {
  await tx.sql<InvitesTables>().deleteFrom("barred_users").where("user_id", "=", userId).execute();
}
