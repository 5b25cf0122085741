import type { Kysely } from "kysely";
import { prepare } from "../../../platform/database/prepared.ts";
import type { Reader, Tx } from "../../../store/tx.ts";
import { normaliseEmail } from "../rules/email.ts";
import type { AccountRow, AccountsTables } from "../tables.ts";

type Digest = "verification_digest" | "reset_digest" | "deletion_digest";

const accountById = prepare((db: Kysely<AccountsTables>, id: string) =>
  db.selectFrom("accounts").selectAll().where("id", "=", id),
);

export async function findAccount(db: Reader, id: string): Promise<AccountRow | undefined> {
  return db.one(accountById, id);
}

/** The account of a session: sessions fall with their account, so it is there. */
export async function ownAccount(db: Reader, { userId }: { userId: string }): Promise<AccountRow> {
  const account = await db.one(accountById, userId);
  if (!account) throw new Error(`session without an account: ${userId}`);
  return account;
}

const emailById = prepare((db: Kysely<AccountsTables>, id: string) =>
  db.selectFrom("accounts").select("email").where("id", "=", id),
);

/** What the owner of an account most often asks of it. */
export async function ownEmail(db: Reader, { userId }: { userId: string }): Promise<string> {
  const account = await db.one(emailById, userId);
  if (!account) throw new Error(`session without an account: ${userId}`);
  return account.email;
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

export function listAccounts(db: Reader): Promise<AccountRow[]> {
  return db.sql<AccountsTables>().selectFrom("accounts").selectAll().orderBy("id").execute();
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

export type NewAccount = Pick<
  AccountRow,
  "id" | "email" | "email_normalised" | "password_hash" | "verification"
>;

export async function insertAccount(tx: Tx, account: NewAccount): Promise<void> {
  const fresh = { disabled: 0, failed_logins: 0, locked_until: 0, totp: "disabled" as const };
  await tx
    .sql<AccountsTables>()
    .insertInto("accounts")
    .values({ ...fresh, ...account })
    .execute();
}

export async function updateAccount(tx: Tx, id: string, changes: Partial<AccountRow>): Promise<void> {
  await tx.sql<AccountsTables>().updateTable("accounts").set(changes).where("id", "=", id).execute();
}

/** What changes with the address. A reset code that was sent to the old one is worth nothing any more. */
export function movedTo(email: string): Partial<AccountRow> {
  return { email, email_normalised: normaliseEmail(email), reset_digest: null, reset_expires: null };
}
