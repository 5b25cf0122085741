import { sql } from "kysely";
import type { Reader } from "../../../declare/tx.ts";
import {
  attachRoles,
  listMembersAmong,
  type MemberWithRoles,
  type ServersTables,
} from "../../members/index.ts";
import { listUsers, type UserRow, type UsersTables } from "../../users/index.ts";

export interface MemberWithUser {
  readonly member: MemberWithRoles;
  readonly user: UserRow;
}

interface MemberPage {
  /** Only members whose id comes after this one. */
  readonly after?: string | undefined;
  readonly limit: number;
}

/** In ascending order. */
export async function listMemberIds(
  db: Reader,
  serverId: string,
  { after, limit }: MemberPage,
): Promise<string[]> {
  const all = db.sql<ServersTables>().selectFrom("members").select("user_id");
  const inServer = all.where("server_id", "=", serverId);
  const page = after === undefined ? inServer : inServer.where("user_id", ">", after);
  const rows = await page.orderBy("user_id").limit(limit).execute();
  return rows.map(({ user_id }) => user_id);
}

/** The members among these users, with their users. */
export async function listMembersWithUsers(
  db: Reader,
  serverId: string,
  userIds: readonly string[],
): Promise<MemberWithUser[]> {
  return attachUsers(db, await listMembersAmong(db, serverId, userIds));
}

const displayName = sql<string>`coalesce(members.nickname, users.username)`;

/** Members whose name contains the text, the shortest names first. Case matters. */
export async function findByName(
  db: Reader,
  serverId: string,
  { text, limit }: { text: string; limit: number },
): Promise<MemberWithUser[]> {
  const tables = db.sql<ServersTables & UsersTables>();
  let query = tables
    .selectFrom("members")
    .innerJoin("users", "users.id", "members.user_id")
    .selectAll("members")
    .where("members.server_id", "=", serverId);
  // `replace` is the one case-sensitive way to test for a part of a text that both engines share.
  if (text !== "") query = query.where(sql<boolean>`replace(${displayName}, ${text}, '') <> ${displayName}`);
  const members = await query
    .orderBy(sql`octet_length(${displayName})`)
    .orderBy("members.user_id")
    .limit(limit)
    .execute();
  return attachUsers(db, await attachRoles(db, serverId, members));
}

async function attachUsers(db: Reader, members: readonly MemberWithRoles[]): Promise<MemberWithUser[]> {
  if (members.length === 0) return [];
  const users = await listUsers(
    db,
    members.map(({ user_id }) => user_id),
  );
  const byId = new Map(users.map((user) => [user.id, user]));
  return members.flatMap((member) => {
    const user = byId.get(member.user_id);
    return user ? [{ member, user }] : [];
  });
}
