import type { ApiError } from "../../../declare/error.ts";
import type { Tx } from "../../../declare/tx.ts";
import { networkOfAddress } from "../../../platform/network/client-network.ts";
import { judgeAttempt } from "../rules/lockout.ts";
import { deleteLockouts, findLockout, saveLockout } from "../store/lockouts.ts";

/** Where an attempt to prove an identity comes from. */
export interface AttemptSource {
  readonly address: string;
  /** The session of the same account that the client has, if it has one. */
  readonly sessionId?: string | undefined;
}

export type AttemptError = "InvalidCredentials" | "InvalidToken" | "LockedOut";

interface ProofAttempt {
  readonly accountId: string;
  readonly source: AttemptSource;
  readonly isRight: boolean;
  /** The error for a wrong attempt. */
  readonly wrong: "InvalidCredentials" | "InvalidToken";
}

/**
 * Counts an attempt and returns the error that refuses it, if any. A client with a session of the account is locked out
 * by its own failures alone; other clients by all failures from their network. The transaction must commit whatever the
 * result: see `commitThenThrow`.
 */
export async function refuseAttempt(
  tx: Tx<never, AttemptError>,
  { accountId, source, isRight, wrong }: ProofAttempt,
): Promise<ApiError | undefined> {
  const [decisive = "", ...others] = sourceKeys(source);
  const verdict = await countAttempt(tx, { accountId, key: decisive, isRight });
  if (verdict === "right") return undefined;
  if (verdict === "locked") return tx.fail("LockedOut");
  for (const key of others) await countAttempt(tx, { accountId, key, isRight });
  return tx.fail(wrong);
}

/** Forgets the failures of a source that has proved its identity completely. */
export async function clearAttempts(tx: Tx, accountId: string, source: AttemptSource): Promise<void> {
  await deleteLockouts(tx, accountId, sourceKeys(source));
}

/** The sources for which an attempt counts. The first one decides whether it is locked out. */
function sourceKeys({ address, sessionId }: AttemptSource): string[] {
  const network = networkOfAddress(address);
  return sessionId === undefined ? [network] : [`session:${sessionId}`, network];
}

async function countAttempt(
  tx: Tx,
  { accountId, key, isRight }: { accountId: string; key: string; isRight: boolean },
): Promise<"right" | "wrong" | "locked"> {
  const now = tx.services.clock.now();
  const { verdict, next } = judgeAttempt(await findLockout(tx, accountId, key), isRight, now);
  if (next) await saveLockout(tx, { account_id: accountId, source: key, ...next, last_attempt: now });
  return verdict;
}
