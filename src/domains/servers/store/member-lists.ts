import { type Kysely, sql } from "kysely";
import type { Reader } from "../../../declare/tx.ts";
import { listUsers, type UserRow, type UsersTables } from "../../users/index.ts";
import type { MemberWithRoles } from "../rules/views.ts";
import type { MemberRow, ServersTables } from "../tables.ts";
import { withRoles } from "./members.ts";

type Tables = Kysely<ServersTables & UsersTables>;

/** A member and the user behind it. */
export interface Seat {
  readonly member: MemberWithRoles;
  readonly user: UserRow;
}

export interface Span {
  /** Whose id comes after this one. */
  readonly after?: string | undefined;
  readonly limit?: number | undefined;
}

/** Members by the ids of their users, in few queries however many there are. */
export async function listSeats(db: Reader, serverId: string, span: Span = {}): Promise<Seat[]> {
  const tables = db.sql<ServersTables & UsersTables>();
  const members = await within(tables, serverId, span).selectAll("members").execute();
  const users = await within(tables, serverId, span)
    .innerJoin("users", "users.id", "members.user_id")
    .selectAll("users")
    .execute();
  const [first, last] = [members[0], members.at(-1)];
  if (!first || !last) return [];
  const held = await tables
    .selectFrom("member_roles")
    .selectAll()
    .where("server_id", "=", serverId)
    .where("user_id", ">=", first.user_id)
    .where("user_id", "<=", last.user_id)
    .orderBy("position")
    .execute();
  return join(withRoles(members, held), users);
}

function within(tables: Tables, serverId: string, { after, limit }: Span) {
  const all = tables.selectFrom("members").where("members.server_id", "=", serverId);
  const later = after === undefined ? all : all.where("members.user_id", ">", after);
  const ordered = later.orderBy("members.user_id");
  return limit === undefined ? ordered : ordered.limit(limit);
}

const shownName = sql<string>`coalesce(members.nickname, users.username)`;

/** Members who are called so, or have it in their name, the shortest names first. Case matters. */
export async function findByName(
  db: Reader,
  serverId: string,
  { text, limit }: { text: string; limit: number },
): Promise<Seat[]> {
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
  const ids = members.map(({ user_id }) => user_id);
  return ids.length === 0 ? [] : join(await giveRoles(db, serverId, members), await listUsers(db, ids));
}

async function giveRoles(
  db: Reader,
  serverId: string,
  members: readonly MemberRow[],
): Promise<MemberWithRoles[]> {
  const held = await db
    .sql<ServersTables>()
    .selectFrom("member_roles")
    .selectAll()
    .where("server_id", "=", serverId)
    .where(
      "user_id",
      "in",
      members.map(({ user_id }) => user_id),
    )
    .orderBy("position")
    .execute();
  return withRoles(members, held);
}

function join(members: readonly MemberWithRoles[], users: readonly UserRow[]): Seat[] {
  const byId = new Map(users.map((user) => [user.id, user]));
  return members.flatMap((member) => {
    const user = byId.get(member.user_id);
    return user ? [{ member, user }] : [];
  });
}
