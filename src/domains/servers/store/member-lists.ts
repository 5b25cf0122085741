import { sql } from "kysely";
import type { Reader } from "../../../store/tx.ts";
import { listUsers, type UserRow, type UsersTables } from "../../users/index.ts";
import type { MemberWithRoles } from "../rules/views.ts";
import type { MemberRow, ServersTables } from "../tables.ts";
import { withRoles } from "./members.ts";

/** A member and the user behind it. */
export interface MemberWithUser {
  readonly member: MemberWithRoles;
  readonly user: UserRow;
}

export interface MemberPage {
  /** Whose id comes after this one. */
  readonly after?: string | undefined;
  readonly limit: number;
}

/** Ids of members, in their order. */
export async function listMemberIds(
  db: Reader,
  serverId: string,
  { after, limit }: MemberPage,
): Promise<string[]> {
  const all = db.sql<ServersTables>().selectFrom("members").select("user_id");
  const here = all.where("server_id", "=", serverId);
  const later = after === undefined ? here : here.where("user_id", ">", after);
  const rows = await later.orderBy("user_id").limit(limit).execute();
  return rows.map(({ user_id }) => user_id);
}

/** Those of these, not too many, who are members, by their ids. */
export async function listMembersWithUsers(
  db: Reader,
  serverId: string,
  ids: readonly string[],
): Promise<MemberWithUser[]> {
  if (ids.length === 0) return [];
  const members = db.sql<ServersTables>().selectFrom("members").selectAll().where("server_id", "=", serverId);
  return withUsers(db, serverId, await members.where("user_id", "in", ids).orderBy("user_id").execute());
}

const shownName = sql<string>`coalesce(members.nickname, users.username)`;

/** Members who are called so, or have it in their name, the shortest names first. Case matters. */
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
  // Taken out of the name, it leaves another; engines differ in every other way to ask for a part of a text.
  if (text !== "") query = query.where(sql<boolean>`replace(${shownName}, ${text}, '') <> ${shownName}`);
  const members = await query
    .orderBy(sql`octet_length(${shownName})`)
    .orderBy("members.user_id")
    .limit(limit)
    .execute();
  return withUsers(db, serverId, members);
}

async function withUsers(
  db: Reader,
  serverId: string,
  members: readonly MemberRow[],
): Promise<MemberWithUser[]> {
  if (members.length === 0) return [];
  const ids = members.map(({ user_id }) => user_id);
  const held = await db
    .sql<ServersTables>()
    .selectFrom("member_roles")
    .selectAll()
    .where("server_id", "=", serverId)
    .where("user_id", "in", ids)
    .orderBy("position")
    .execute();
  const users = await listUsers(db, ids);
  const byId = new Map(users.map((user) => [user.id, user]));
  return withRoles(members, held).flatMap((member) => {
    const user = byId.get(member.user_id);
    return user ? [{ member, user }] : [];
  });
}
