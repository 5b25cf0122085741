import { isValid } from "ulid";
import type { Reader, Tx } from "../../../declare/tx.ts";
import type { File } from "../../../protocol/file.ts";
import { recordAudit } from "../../audit/index.ts";
import type { ChannelUpdated } from "../../channels/index.ts";
import { type BanRow, isBanned, lockServer, type ServerAccess } from "../../members/index.ts";
import { type MessagesDeleted, sweepMessages } from "../../messages/index.ts";
import { listUsers } from "../../users/index.ts";
import type { MemberLeft, RoleDeleted } from "../events.ts";
import type { BanList, ServerBan } from "../model.ts";
import { countBans, deleteBan, listBans, putBan } from "../store/bans.ts";
import { assertMayRemove, findOutrankedMember, type RemovalError, removeMember } from "./remove-member.ts";

interface BanRequest {
  readonly userId: string;
  readonly by: string;
  /** Shown with the ban. */
  readonly banReason: string | undefined;
  /** For the audit log; `banReason` if absent. */
  readonly reason: string | undefined;
  /** The user's messages of this time are deleted. */
  readonly sweepSeconds: number | undefined;
}

/** Bans a user, member or not, or replaces the reason of a ban. */
export async function banUser(
  tx: Tx<
    typeof MemberLeft | typeof RoleDeleted | typeof MessagesDeleted | typeof ChannelUpdated,
    RemovalError
  >,
  access: ServerAccess,
  { userId, by, banReason, reason = banReason, sweepSeconds = 0 }: BanRequest,
): Promise<ServerBan> {
  const { server } = access;
  assertMayRemove(tx, access, { userId, by, permission: "BanMembers" });
  // The user need not exist, but the id must be one that a user can have.
  if (!isValid(userId)) throw tx.fail("NotFound");
  const member = await findOutrankedMember(tx, access, userId);

  await lockServer(tx, server.id);
  await assertRoomForBan(tx, server.id, userId);
  if (member) await removeMember(tx, server, { member, reason: "Ban" });
  const ban = { server_id: server.id, user_id: userId, reason: banReason ?? null };
  await putBan(tx, ban);
  const since = tx.services.clock.now() - sweepSeconds * 1_000;
  if (sweepSeconds > 0) await sweepMessages(tx, { serverId: server.id, authorId: userId, since });
  const action = { type: "BanCreate", user: userId } as const;
  await recordAudit(tx, { server: server.id, by, target: userId, reason, action });
  return banView(ban);
}

async function assertRoomForBan(
  tx: Tx<never, "InvalidOperation">,
  serverId: string,
  userId: string,
): Promise<void> {
  const max = tx.services.config.caps.server_bans;
  if (max === 0 || (await countBans(tx, serverId)) < max) return;
  if (!(await isBanned(tx, serverId, userId))) throw tx.fail("InvalidOperation");
}

interface UnbanRequest {
  readonly userId: string;
  readonly by: string;
  readonly reason: string | undefined;
}

export async function unbanUser(
  tx: Tx<never, "NotFound">,
  { server }: ServerAccess,
  { userId, by, reason }: UnbanRequest,
): Promise<void> {
  if (!(await deleteBan(tx, server.id, userId))) throw tx.fail("NotFound");
  const action = { type: "BanDelete", user: userId } as const;
  await recordAudit(tx, { server: server.id, by, target: userId, reason, action });
}

export async function viewBans(db: Reader, serverId: string): Promise<BanList> {
  const bans = await listBans(db, serverId);
  const ids = bans.map(({ user_id }) => user_id);
  const users = (await listUsers(db, ids)).map(({ id, username, discriminator, avatar }) => ({
    _id: id,
    username,
    discriminator,
    avatar: avatar === null ? null : (JSON.parse(avatar) as File),
  }));
  return { users, bans: bans.map(banView) };
}

function banView({ server_id, user_id, reason }: BanRow): ServerBan {
  return { _id: { server: server_id, user: user_id }, reason };
}
