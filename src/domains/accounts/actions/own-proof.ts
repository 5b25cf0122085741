import { type ApiError, invalid } from "../../../declare/error.ts";
import type { SessionCaller } from "../../../declare/route.ts";
import type { Tx } from "../../../declare/tx.ts";
import { verifyPassword } from "../../../platform/secrets/passwords.ts";
import { requireAccount } from "../store/accounts.ts";
import type { AccountRow } from "../tables.ts";
import { type AttemptError, clearAttempts, refuseAttempt } from "./attempts.ts";
import { mayUsePassword } from "./mfa.ts";
import type { StepContext } from "./steps.ts";
import { consumeTicket } from "./tickets.ts";

/** How somebody who is logged in shows once more that the account is theirs. */
export interface OwnProof {
  readonly current_password?: string | undefined;
  /** A validated ticket, for those who can use no password. */
  readonly ticket?: string | undefined;
  readonly address: string;
}

/** A missing password is a mistake in the body, unless there is none that could be used. */
export async function checkOwnProof(
  { services, read }: Pick<StepContext<never>, "services" | "read">,
  { userId }: SessionCaller,
  { current_password }: OwnProof,
): Promise<void> {
  if (current_password !== undefined) return;
  const account = await read((db) => requireAccount(db, userId));
  if (mayUsePassword(account, services)) throw invalid("current_password is missing");
}

type Matched = Pick<AccountRow, "password_hash"> & { readonly matches: boolean };

/** Hashes, so it runs before the transaction that calls `refuseOwnProof` with its result. */
export async function matchOwnPassword(
  { read }: Pick<StepContext<never>, "read">,
  { userId }: SessionCaller,
  { current_password }: OwnProof,
): Promise<Matched> {
  const { password_hash } = await read((db) => requireAccount(db, userId));
  const matches = current_password !== undefined && (await verifyPassword(current_password, password_hash));
  return { password_hash, matches };
}

/**
 * Returns why the proof is refused. Uses up a ticket that it accepts. The transaction must commit whatever the result:
 * see `commitThenThrow`.
 */
export async function refuseOwnProof(
  tx: Tx<never, AttemptError>,
  { account, caller, proof, matched }: ProofOfCaller,
): Promise<ApiError | undefined> {
  if (proof.current_password === undefined) {
    // Another call may have just set one.
    if (mayUsePassword(account, tx.services)) return tx.fail("InvalidCredentials");
    await consumeTicket(tx, proof.ticket ?? null, account.id);
    return undefined;
  }
  // A concurrent change may have made the given password outdated.
  const isRight = matched.matches && account.password_hash === matched.password_hash;
  const source = { address: proof.address, sessionId: caller.sessionId };
  const attempt = { accountId: account.id, source, isRight, wrong: "InvalidCredentials" } as const;
  const refusal = await refuseAttempt(tx, attempt);
  if (!refusal) await clearAttempts(tx, account.id, source);
  return refusal;
}

interface ProofOfCaller {
  readonly account: AccountRow;
  readonly caller: SessionCaller;
  readonly proof: OwnProof;
  readonly matched: Matched;
}
