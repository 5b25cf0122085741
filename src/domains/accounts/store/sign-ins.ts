import type { Reader, Tx } from "../../../declare/tx.ts";
import { idsFrom } from "../../../platform/ids/ids.ts";
import { maxSignIns } from "../../../protocol/sign-in.ts";
import type { AccountsTables, SignInRow } from "../tables.ts";

const day = 86_400_000;

/** Adds to the history of an account, and removes what no longer fits into it. */
export async function insertSignIn(tx: Tx, signIn: SignInRow): Promise<void> {
  const db = tx.sql<AccountsTables>();
  await db.insertInto("sign_ins").values(signIn).execute();
  const newestSurplus = await db
    .selectFrom("sign_ins")
    .select("id")
    .where("account_id", "=", signIn.account_id)
    .orderBy("id", "desc")
    .limit(1)
    .offset(maxSignIns)
    .executeTakeFirst();
  if (!newestSurplus) return;
  await db
    .deleteFrom("sign_ins")
    .where("account_id", "=", signIn.account_id)
    .where("id", "<=", newestSurplus.id)
    .execute();
}

/** Newest first. */
export function listSignIns(db: Reader, accountId: string): Promise<SignInRow[]> {
  return db
    .sql<AccountsTables>()
    .selectFrom("sign_ins")
    .selectAll()
    .where("account_id", "=", accountId)
    .orderBy("id", "desc")
    .limit(maxSignIns)
    .execute();
}

export async function deleteSignIns(tx: Tx, accountId: string): Promise<void> {
  await tx.sql<AccountsTables>().deleteFrom("sign_ins").where("account_id", "=", accountId).execute();
}

export async function deleteOldSignIns(tx: Tx): Promise<void> {
  const { clock, config } = tx.services;
  const oldest = idsFrom(clock.now() - config.accounts.sign_in_days * day);
  await tx.sql<AccountsTables>().deleteFrom("sign_ins").where("id", "<", oldest).execute();
}
