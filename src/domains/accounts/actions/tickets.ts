import { randomToken } from "../../../platform/ids.ts";
import { digestToken } from "../../../platform/secrets/vault.ts";
import { ApiError } from "../../../protocol/error.ts";
import type { Reader, Tx } from "../../../store/tx.ts";
import type { MfaResponse, MfaTicket } from "../model.ts";
import { findAccount, requireAccount } from "../store/accounts.ts";
import { deleteTicket, findFreshTicket, insertTicket } from "../store/tickets.ts";
import type { TicketRow } from "../tables.ts";
import { matchPassword, type ProofError, verifyProof } from "./mfa.ts";
import type { StepContext } from "./steps.ts";

interface TicketRequest {
  /** The account of the session, if the caller has one. */
  readonly userId: string | undefined;
  /** An unvalidated ticket, for callers without a session. */
  readonly heldToken: string;
  readonly response: MfaResponse;
}

/** Exchanges a proof of identity for a validated ticket. */
export async function issueTicket(
  { fail, read, write }: StepContext<ProofError | "OperationFailed">,
  { userId, heldToken, response }: TicketRequest,
): Promise<MfaTicket> {
  const held = await read((db) => findUnvalidated(db, heldToken));
  if (userId !== undefined && held) throw fail("OperationFailed");
  const accountId = userId ?? held?.account_id;
  const account = accountId === undefined ? undefined : await read((db) => findAccount(db, accountId));
  if (!account) throw fail("InvalidToken");
  // The held ticket is used up even if the proof fails. Of concurrent attempts only the first gets past this.
  if (held && !(await write((tx) => consumeUnvalidated(tx, heldToken)))) throw fail("InvalidToken");
  const passwordMatches = await matchPassword(account, response);
  return write(async (tx) => {
    const current = await requireAccount(tx, account.id);
    if (current.password_hash !== account.password_hash) throw fail("InvalidCredentials");
    await verifyProof(tx, { account: current, response, passwordMatches });
    return createTicket(tx, account.id, { validated: true });
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

async function findUnvalidated(db: Reader, token: string): Promise<TicketRow | undefined> {
  const ticket = await findFreshTicket(db, token);
  return ticket?.validated ? undefined : ticket;
}

async function consumeUnvalidated(tx: Tx, token: string): Promise<boolean> {
  const ticket = await findUnvalidated(tx, token);
  if (ticket) await deleteTicket(tx, ticket.id);
  return ticket !== undefined;
}
