import { type Kysely, sql } from "kysely";
import type { ListPage } from "../../../declare/page.ts";
import type { Reader, Tx } from "../../../declare/tx.ts";
import { prepareByList } from "../../../platform/database/by-list.ts";
import { containsText } from "../../../platform/database/contains-text.ts";
import { prepare } from "../../../platform/database/prepared.ts";
import { searchInSlices } from "../../../platform/database/search-in-slices.ts";
import { type AccountsTables, isSessionExpired } from "../../accounts/index.ts";
import { countOf } from "../../operators/index.ts";
import type { FullName } from "../rules/username.ts";
import type { UserRow, UsersTables } from "../tables.ts";

export interface SessionPrincipal {
  readonly sessionId: string;
  readonly userId: string;
  readonly lastSeen: number;
  /** When the client last proved the second factor. */
  readonly confirmedAt: number | null;
  /** The id of the user; null before onboarding. */
  readonly onboardedAs: string | null;
  readonly privileged: number | null;
}

const sessionByDigest = prepare((db: Kysely<AccountsTables & UsersTables>, digest: string) =>
  db
    .selectFrom("sessions")
    .leftJoin("users", "users.id", "sessions.user_id")
    .select([
      "sessions.id as sessionId",
      "sessions.user_id as userId",
      "sessions.last_seen as lastSeen",
      "sessions.confirmed_at as confirmedAt",
      "users.id as onboardedAs",
      "users.privileged as privileged",
    ])
    .where("sessions.token_digest", "=", digest),
).cached();

/** The session of a token unless it has expired, and whether its account has a user. Runs for every request. */
export function findSessionByDigest(db: Reader, digest: string) {
  const { clock, config } = db.services;
  const { idle, max_age } = config.sessions;
  if (idle === "" && max_age === "") return db.one(sessionByDigest, digest);
  const unlessExpired = (found: SessionPrincipal[]) => {
    const session = found[0];
    return session && isSessionExpired(session, config.sessions, clock.now()) ? undefined : session;
  };
  return db.map(sessionByDigest, unlessExpired, digest);
}

const userById = prepare((db: Kysely<UsersTables>, id: string) =>
  db.selectFrom("users").selectAll().where("id", "=", id),
).cached("id");

export function findUser(db: Reader, id: string) {
  return db.one(userById, id);
}

/** The account behind a user: for a bot, that of its owner. */
export async function accountOf(db: Reader, userId: string): Promise<string> {
  return (await findUser(db, userId))?.bot_owner ?? userId;
}

const usersByIds = prepareByList((among) =>
  prepare((db: Kysely<UsersTables>, ids: string) =>
    db
      .selectFrom("users")
      .selectAll()
      .where((row) => among(row.ref("id"), ids)),
  ),
);

/** The users with these ids, in no specific order; unknown ids are skipped. */
export async function listUsers(db: Reader, ids: readonly string[]): Promise<UserRow[]> {
  return ids.length === 0 ? [] : db.all(usersByIds[db.dialect], JSON.stringify(ids));
}

/** A page of the users, in the order of their ids. */
export function listUsersAfter(db: Reader, { limit, after = "" }: ListPage): Promise<UserRow[]> {
  const users = db.sql<UsersTables>().selectFrom("users").selectAll();
  return users.where("id", ">", after).orderBy("id").limit(limit).execute();
}

/** The same for those whose name, display name or address contains a text, or that have this id. */
export function searchUsers(db: Reader, { limit, after = "" }: ListPage, text: string): Promise<UserRow[]> {
  return searchInSlices(db, { table: "users", limit, after }, (slice) => {
    let query = db
      .sql<UsersTables & AccountsTables>()
      .selectFrom("users")
      .leftJoin("accounts", "accounts.id", "users.id")
      .selectAll("users")
      .where("users.id", ">", slice.after)
      .where(({ or, eb }) =>
        or([
          containsText("users.username_key", text),
          containsText("users.display_name", text),
          containsText("accounts.email", text),
          eb("users.id", "=", text),
        ]),
      );
    if (slice.upTo !== undefined) query = query.where("users.id", "<=", slice.upTo);
    return query.orderBy("users.id").limit(slice.limit).execute();
  });
}

export const countUsers = countOf("users", {
  sums: { users: sql`count(*) - count(bot_owner)`, bots: sql`count(bot_owner)` },
});

/** The user of an authenticated caller. It exists: rows of users are emptied, but never deleted. */
export async function ownUser(db: Reader, { userId }: { userId: string }): Promise<UserRow> {
  const user = await findUser(db, userId);
  if (!user) throw new Error(`caller without a user: ${userId}`);
  return user;
}

/** Ignores the case of the name. */
export function findUserByName(db: Reader, name: FullName): Promise<UserRow | undefined> {
  return db
    .sql<UsersTables>()
    .selectFrom("users")
    .selectAll()
    .where("username_key", "=", name.username.toLowerCase())
    .where("discriminator", "=", name.discriminator)
    .executeTakeFirst();
}

/** The users with this name, regardless of case; at most eleven. */
export function listNamesakes(db: Reader, username: string): Promise<UserRow[]> {
  return db
    .sql<UsersTables>()
    .selectFrom("users")
    .selectAll()
    .where("username_key", "=", username.toLowerCase())
    .orderBy("discriminator")
    .limit(11)
    .execute();
}

export async function takenDiscriminators(db: Reader, usernameKey: string): Promise<Set<string>> {
  const rows = await db
    .sql<UsersTables>()
    .selectFrom("users")
    .select("discriminator")
    .where("username_key", "=", usernameKey)
    .execute();
  return new Set(rows.map(({ discriminator }) => discriminator));
}

/** The same for several names, by their keys. */
export async function takenDiscriminatorsByName(
  db: Reader,
  usernameKeys: readonly string[],
): Promise<Map<string, Set<string>>> {
  const rows = await db
    .sql<UsersTables>()
    .selectFrom("users")
    .select(["username_key", "discriminator"])
    .where("username_key", "in", usernameKeys)
    .execute();
  const byName = Map.groupBy(rows, ({ username_key }) => username_key);
  return new Map(
    [...byName].map(([key, group]) => [key, new Set(group.map(({ discriminator }) => discriminator))]),
  );
}

export async function insertUser(tx: Tx, user: UserRow): Promise<void> {
  await insertUsers(tx, [user]);
}

export async function insertUsers(tx: Tx, users: readonly UserRow[]): Promise<void> {
  await tx.sql<UsersTables>().insertInto("users").values(users).execute();
}

/** The only change of what others see of a user: the new revision tells readers that what they keep is out of date. */
export async function updateUser(tx: Tx, id: string, changes: Partial<UserRow>): Promise<void> {
  const revision = tx.services.ids.next();
  await tx
    .sql<UsersTables>()
    .updateTable("users")
    .set({ ...changes, revision })
    .where("id", "=", id)
    .execute();
}

/**
 * Locks the row of the user until the end of the transaction. For transactions that emit a view of a user whom they
 * only read: its audience may not have received concurrent changes, so the view must contain them.
 */
export async function lockUser(tx: Tx, id: string): Promise<void> {
  const update = tx
    .sql<UsersTables>()
    .updateTable("users")
    .set(({ ref }) => ({ flags: ref("flags") }));
  await update.where("id", "=", id).execute();
}

/** Never moves backwards: a user who joined after a policy was published has acknowledged it already. */
export async function acknowledgePolicies(tx: Tx, userId: string, upTo: number): Promise<void> {
  await tx
    .sql<UsersTables>()
    .updateTable("users")
    .set({ policy_acknowledged_at: upTo })
    .where("id", "=", userId)
    .where("policy_acknowledged_at", "<", upTo)
    .execute();
}

/** Whether anybody is an operator. Reads all users until it finds one, so it is for rare calls. */
export async function hasOperator(db: Reader): Promise<boolean> {
  const found = await db
    .sql<UsersTables>()
    .selectFrom("users")
    .select("id")
    .where("privileged", "=", 1)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}
