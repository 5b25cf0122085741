import type { Kysely } from "kysely";
import type { Static } from "typebox";
import type { ListPage } from "../../../declare/page.ts";
import type { Reader, Tx } from "../../../declare/tx.ts";
import { prepare } from "../../../platform/database/prepared.ts";
import { randomToken } from "../../../platform/ids/ids.ts";
import type { SystemTables } from "../../../store/system-tables.ts";
import type { AccountInfo } from "../model.ts";
import { normaliseEmail } from "../rules/email.ts";
import type { AccountRow, AccountsTables } from "../tables.ts";

type Digest = "verification_digest" | "reset_digest" | "deletion_digest";

const accountById = prepare((db: Kysely<AccountsTables>, id: string) =>
  db.selectFrom("accounts").selectAll().where("id", "=", id),
);

export async function findAccount(db: Reader, id: string): Promise<AccountRow | undefined> {
  return db.one(accountById, id);
}

/** For the account of a session, which exists: purging an account deletes its sessions but not its row. */
export async function requireAccount(db: Reader, id: string): Promise<AccountRow> {
  const account = await db.one(accountById, id);
  if (!account) throw new Error(`session without an account: ${id}`);
  return account;
}

const emailById = prepare((db: Kysely<AccountsTables>, id: string) =>
  db.selectFrom("accounts").select("email").where("id", "=", id),
).cached();

/** `requireAccount` for the most frequent request, as the client sees it. */
export async function requireAccountInfo(db: Reader, id: string): Promise<Static<typeof AccountInfo>> {
  const account = await db.one(emailById, id);
  if (!account) throw new Error(`session without an account: ${id}`);
  return { _id: id, email: account.email };
}

export function findAccountByEmail(db: Reader, normalised: string): Promise<AccountRow | undefined> {
  return db
    .sql<AccountsTables>()
    .selectFrom("accounts")
    .selectAll()
    .where("email_normalised", "=", normalised)
    .executeTakeFirst();
}

export function findAccountByDigest(
  db: Reader,
  column: Digest,
  digest: string,
): Promise<AccountRow | undefined> {
  return db
    .sql<AccountsTables>()
    .selectFrom("accounts")
    .selectAll()
    .where(column, "=", digest)
    .executeTakeFirst();
}

/** In the order of their ids, which is that of their creation. */
export function listAccounts(db: Reader, { limit, after = "" }: ListPage): Promise<AccountRow[]> {
  const accounts = db.sql<AccountsTables>().selectFrom("accounts").selectAll();
  return accounts.where("id", ">", after).orderBy("id").limit(limit).execute();
}

/** The accounts with these ids, in no specific order. */
export async function listAccountsAmong(db: Reader, ids: readonly string[]): Promise<AccountRow[]> {
  if (ids.length === 0) return [];
  return db.sql<AccountsTables>().selectFrom("accounts").selectAll().where("id", "in", ids).execute();
}

export function findDueDeletions(db: Reader, now: number, limit: number): Promise<{ id: string }[]> {
  return db
    .sql<AccountsTables>()
    .selectFrom("accounts")
    .select("id")
    .where("deletion", "=", "scheduled")
    .where("deletion_time", "<=", now)
    .limit(limit)
    .execute();
}

type NewAccount = Pick<
  AccountRow,
  "id" | "email" | "email_normalised" | "email_proved" | "password_hash" | "verification"
>;

export async function insertAccount(tx: Tx, account: NewAccount): Promise<void> {
  const initial = {
    disabled: 0,
    totp: "disabled" as const,
    passkeys: "none" as const,
    notify_new_devices: 1,
  };
  await tx
    .sql<AccountsTables>()
    .insertInto("accounts")
    .values({ ...initial, ...account })
    .execute();
}

export async function updateAccount(tx: Tx, id: string, changes: Partial<AccountRow>): Promise<void> {
  await tx.sql<AccountsTables>().updateTable("accounts").set(changes).where("id", "=", id).execute();
}

/** The columns that change with the address. A reset code sent to the old address becomes invalid. */
export function columnsOfEmail(email: string, isProved: boolean): Partial<AccountRow> {
  return {
    email,
    email_normalised: normaliseEmail(email),
    email_proved: isProved ? 1 : 0,
    reset_digest: null,
    reset_expires: null,
  };
}

/** Enough rows that concurrent decoy writes contend no more than writes to real accounts. */
const decoyRows = 64n;

/** Costs as much as updating an account: one row, one commit. Nothing reads the row. */
export async function writeDecoy(tx: Tx, email: string): Promise<void> {
  const key = `decoy:${Bun.hash.wyhash(email) % decoyRows}`;
  const value = randomToken(32);
  await tx
    .sql<SystemTables>()
    .insertInto("meta")
    .values({ key, value })
    .onConflict((conflict) => conflict.column("key").doUpdateSet({ value }))
    .execute();
}
