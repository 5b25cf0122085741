import { ApiError } from "../../../declare/error.ts";
import type { SessionCaller } from "../../../declare/route.ts";
import type { Reader, Tx } from "../../../declare/tx.ts";
import { randomToken } from "../../../platform/ids/ids.ts";
import { digestToken } from "../../../platform/secrets/vault.ts";
import type { MfaResponse, MfaTicket } from "../model.ts";
import { hasSecondFactor } from "../rules/second-factor.ts";
import { findAccount } from "../store/accounts.ts";
import { deleteTicket, findFreshTicket, insertTicket } from "../store/tickets.ts";
import type { AccountRow, SignInMethod, TicketRow } from "../tables.ts";
import { forCurrent, type ProofError, prepareProof, provesSecondFactor, refuseProof } from "./mfa.ts";
import { heldBySession, heldByTicket } from "./passkey-challenges.ts";
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
  steps: StepContext<ProofError | "OperationFailed">,
  { caller, address, heldToken, response }: TicketRequest,
): Promise<MfaTicket> {
  const { fail, read, write } = steps;
  const findProver = async (db: Reader) => {
    const held = await findFreshTicket(db, heldToken);
    const unvalidated = held?.validated ? undefined : held;
    const accountId = caller?.userId ?? unvalidated?.account_id;
    return { held: unvalidated, account: accountId && (await findAccount(db, accountId)) };
  };
  const before = await read(findProver);
  const binding = caller
    ? { purpose: "confirm" as const, holder: heldBySession(caller.sessionId) }
    : { purpose: "log-in" as const, holder: heldByTicket(before.held?.id ?? "") };
  const prepared = before.account
    ? await prepareProof(steps, { account: before.account, response }, binding)
    : { passwordMatches: false, passkey: undefined };
  return commitThenThrow(write, async (tx) => {
    const { held, account } = await findProver(tx);
    if (caller && held) return fail("OperationFailed");
    if (!account) return fail("InvalidToken");
    if (held) await deleteTicket(tx, held.id);
    const refusal = await refuseProof(tx, {
      account,
      response,
      source: { address, sessionId: caller?.sessionId },
      prepared: forCurrent(prepared, account, before.account || undefined),
    });
    if (refusal) return refusal.error;
    const secondFactor = provesSecondFactor(account, response);
    return createTicket(tx, account.id, { validated: true, secondFactor, replaces: held });
  });
}

interface TicketRights {
  readonly validated?: boolean;
  readonly authorised?: boolean;
  /** Whether a second factor or a passkey was proved for it. */
  readonly secondFactor?: boolean;
  /** When one was proved at a provider that is trusted with it. */
  readonly secondFactorAt?: number | undefined;
  /** How somebody signs in who uses the ticket for that. */
  readonly method?: SignInMethod;
  /** Id of the provider. */
  readonly provider?: string;
  /** The ticket that it takes the place of. It keeps the id of that one, by which others know how its holder began. */
  readonly replaces?: TicketRow | undefined;
}

export async function createTicket(
  tx: Tx,
  accountId: string,
  {
    validated = false,
    authorised = false,
    secondFactor = false,
    secondFactorAt,
    method,
    provider,
    replaces,
  }: TicketRights = {},
): Promise<MfaTicket> {
  const { ids, clock } = tx.services;
  const token = randomToken(64);
  const id = replaces?.id ?? ids.next();
  await insertTicket(tx, {
    id,
    account_id: accountId,
    token_digest: digestToken(token),
    validated: validated ? 1 : 0,
    authorised: authorised ? 1 : 0,
    second_factor: secondFactor ? 1 : 0,
    created_at: clock.now(),
    second_factor_at: secondFactorAt ?? null,
    method: method ?? replaces?.method ?? null,
    provider: provider ?? replaces?.provider ?? null,
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

/** The same for what a password is not enough for. */
export async function consumeFactorTicket(
  tx: Tx<never, "InvalidToken">,
  token: string | null,
  account: AccountRow,
): Promise<void> {
  const ticket = token === null ? undefined : await findFreshTicket(tx, token);
  // With a second factor there are no others; nodes of an earlier version do not mark them.
  const isProved = ticket !== undefined && (ticket.second_factor === 1 || ticket.second_factor_at !== null);
  if (!hasSecondFactor(account) && !isProved) throw tx.fail("InvalidToken");
  await consumeTicket(tx, token, account.id);
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
