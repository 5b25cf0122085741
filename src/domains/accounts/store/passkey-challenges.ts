import type { Tx } from "../../../declare/tx.ts";
import { digestToken } from "../../../platform/secrets/vault.ts";
import type { AccountsTables, PasskeyChallengeRow } from "../tables.ts";

/** How long somebody may take to choose a passkey and to prove that it is them. */
export const challengeLifetimeMs = 5 * 60_000;

export async function insertChallenge(tx: Tx, challenge: PasskeyChallengeRow): Promise<void> {
  await tx.sql<AccountsTables>().insertInto("passkey_challenges").values(challenge).execute();
}

/** Removes the challenge and returns it, so that of two responses to it one finds it. */
export async function takeChallenge(tx: Tx, token: string): Promise<PasskeyChallengeRow | undefined> {
  const challenge = await tx
    .sql<AccountsTables>()
    .deleteFrom("passkey_challenges")
    .where("token_digest", "=", digestToken(token))
    .returningAll()
    .executeTakeFirst();
  const isFresh = challenge && tx.services.clock.now() < challenge.created_at + challengeLifetimeMs;
  return isFresh ? challenge : undefined;
}

export async function deleteChallengesOf(tx: Tx, accountId: string): Promise<void> {
  await tx
    .sql<AccountsTables>()
    .deleteFrom("passkey_challenges")
    .where("account_id", "=", accountId)
    .execute();
}

export async function deleteExpiredChallenges(tx: Tx): Promise<void> {
  const newest = tx.services.clock.now() - challengeLifetimeMs;
  await tx.sql<AccountsTables>().deleteFrom("passkey_challenges").where("created_at", "<=", newest).execute();
}
