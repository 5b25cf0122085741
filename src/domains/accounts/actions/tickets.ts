import { ApiError } from "../../../declare/error.ts";
import type { SessionCaller } from "../../../declare/route.ts";
import type { Reader, Tx } from "../../../declare/tx.ts";
import { randomToken } from "../../../platform/ids/ids.ts";
import { digestToken } from "../../../platform/secrets/vault.ts";
import type { MfaResponse, MfaTicket } from "../model.ts";
import { findAccount } from "../store/accounts.ts";
import { deleteTicket, findFreshTicket, insertTicket } from "../store/tickets.ts";
import { matchPassword, type ProofError, refuseProof } from "./mfa.ts";
import { commitThenThrow, type StepContext } from "./steps.ts";

interface TicketRequest {
  /** Undefined if the caller has no session. */
  readonly caller: SessionCaller | undefined;
  readonly address: string;
  /** An unvalidated ticket, for callers without a session. */
  readonly heldToken: string;
  readonly response: MfaResponse;
}

/** Exchanges a proof of identity for a validated ticket. A held ticket is used up even if the proof fails. */
export async function issueTicket(
  { fail, read, write }: StepContext<ProofError | "OperationFailed">,
  { caller, address, heldToken, response }: TicketRequest,
): Promise<MfaTicket> {
  const findProver = async (db: Reader) => {
    const held = await findFreshTicket(db, heldToken);
    const unvalidated = held?.validated ? undefined : held;
    const accountId = caller?.userId ?? unvalidated?.account_id;
    return { held: unvalidated, account: accountId && (await findAccount(db, accountId)) };
  };
  const before = await read(findProver);
  const passwordMatches = before.account ? await matchPassword(before.account, response) : false;
  return commitThenThrow(write, async (tx) => {
    const { held, account } = await findProver(tx);
    if (caller && held) return fail("OperationFailed");
    if (!account) return fail("InvalidToken");
    if (held) await deleteTicket(tx, held.id);
    const isSamePassword = before.account && account.password_hash === before.account.password_hash;
    const refusal = await refuseProof(tx, {
      account,
      response,
      source: { address, sessionId: caller?.sessionId },
      passwordMatches: passwordMatches && isSamePassword === true,
    });
    return refusal?.error ?? createTicket(tx, account.id, { validated: true });
  });
}

export async function createTicket(
  tx: Tx,
  accountId: string,
  { validated = false, authorised = false }: { validated?: boolean; authorised?: boolean } = {},
): Promise<MfaTicket> {
  const { ids, clock } = tx.services;
  const token = randomToken(64);
  const id = ids.next();
  await insertTicket(tx, {
    id,
    account_id: accountId,
    token_digest: digestToken(token),
    validated: validated ? 1 : 0,
    authorised: authorised ? 1 : 0,
    created_at: clock.now(),
  });
  return { _id: id, account_id: accountId, token, validated, authorised, last_totp_code: null };
}

/** Runs before the handler of every route that declares `ticket`: consumes a validated ticket of the account. */
export async function consumeTicket(
  tx: Tx<never, "InvalidToken">,
  token: string | null,
  accountId: string,
): Promise<void> {
  const result = await takeTicket(tx, token, accountId);
  if (result === "unknown") throw tx.fail("InvalidToken");
  if (result === "not validated") throw new ApiError("InvalidToken", {}, 403);
}

/** For routes that need a ticket only in some calls, and that choose the error themselves. */
export async function takeTicket(
  tx: Tx,
  token: string | null,
  accountId: string,
): Promise<"taken" | "unknown" | "not validated"> {
  const ticket = token === null ? undefined : await findFreshTicket(tx, token);
  if (!ticket || ticket.account_id !== accountId) return "unknown";
  if (!ticket.validated) return "not validated";
  await deleteTicket(tx, ticket.id);
  return "taken";
}
