import type { Static } from "typebox";
import type { Services } from "../../../declare/services.ts";
import type { Reader, Tx } from "../../../declare/tx.ts";
import { verifyPassword } from "../../../platform/secrets/passwords.ts";
import type { SessionDeleted } from "../events.ts";
import type { LoginBody, LoginReply } from "../model.ts";
import { decoyHash } from "../resources.ts";
import { normaliseEmail } from "../rules/email.ts";
import { findAccount, findAccountByEmail, requireAccount, writeDecoy } from "../store/accounts.ts";
import { findSessionByToken } from "../store/sessions.ts";
import { countTicketFailure, deleteTicket, findFreshTicket } from "../store/tickets.ts";
import type { AccountRow } from "../tables.ts";
import { type AttemptSource, clearAttempts, refuseAttempt } from "./attempts.ts";
import { checkPassword, type PasswordError, requirePasswordLogin } from "./guards.ts";
import { matchPassword, methodsOf, type ProofError, refuseProof } from "./mfa.ts";
import { openSession } from "./sessions.ts";
import { commitThenThrow, type StepContext } from "./steps.ts";
import { createTicket } from "./tickets.ts";

type LoginError = PasswordError | ProofError | "UnverifiedAccount" | "FeatureDisabled";
type LoginSteps = StepContext<LoginError, SessionDeleted>;
type Login = Static<typeof LoginBody>;
type PasswordLogin = Extract<Login, { email: string }>;
type TicketLogin = Extract<Login, { mfa_ticket: string }>;

interface LoginClient {
  readonly address: string;
  /** The token of a session that the client already has. */
  readonly sessionToken: string | undefined;
}

export async function logIn(steps: LoginSteps, login: Login, client: LoginClient): Promise<LoginReply> {
  return "email" in login ? logInWithPassword(steps, login, client) : logInWithTicket(steps, login, client);
}

/** Callers that do not know the password get the same reply, after the same work, whatever the account's state. */
async function logInWithPassword(
  steps: LoginSteps,
  login: PasswordLogin,
  client: LoginClient,
): Promise<LoginReply> {
  const { services, fail, read, write } = steps;
  requirePasswordLogin(steps);
  await checkPassword(steps, login.password);
  const account = await read((db) => findAccountByEmail(db, normaliseEmail(login.email)));
  const matches = await matchLogin(services, account, login.password);
  if (!account) {
    await write((tx) => writeDecoy(tx, login.email));
    throw fail("InvalidCredentials");
  }
  return commitThenThrow(write, async (tx) => {
    const current = await requireAccount(tx, account.id);
    const isRight = matches && current.password_hash === account.password_hash;
    const source = await sourceOf(tx, current, client);
    // Of many concurrent guesses only the first few get a verdict: each transaction counts its own.
    const attempt = { accountId: current.id, source, isRight, wrong: "InvalidCredentials" } as const;
    const refusal = await refuseAttempt(tx, attempt);
    if (refusal) return refusal;
    if (current.verification === "pending") throw fail("UnverifiedAccount");
    if (current.totp === "enabled") {
      // The failures stay until the second factor is right as well.
      const { token } = await createTicket(tx, current.id);
      return { result: "MFA", ticket: token, allowed_methods: methodsOf(current, services) } as const;
    }
    await clearAttempts(tx, current.id, source);
    return openSession(tx, current, { name: login.friendly_name, hasSecondFactor: false });
  });
}

async function matchLogin(
  services: Services,
  account: AccountRow | undefined,
  password: string,
): Promise<boolean> {
  if (account && account.password_hash !== "") return verifyPassword(password, account.password_hash);
  return services.resources.get(decoyHash).verify(password);
}

/** The ticket is used up by a login, or by too many wrong responses. */
async function logInWithTicket(
  steps: LoginSteps,
  login: TicketLogin,
  client: LoginClient,
): Promise<LoginReply> {
  const { fail, read, write } = steps;
  const response = login.mfa_response;
  const before = await read((db) => findByTicket(db, login.mfa_ticket));
  const matched = before && response ? await matchPassword(before.account, response) : false;
  return commitThenThrow(write, async (tx) => {
    const held = await findByTicket(tx, login.mfa_ticket);
    if (!held) return fail("InvalidToken");
    const { ticket, account } = held;
    if (response) {
      const refusal = await refuseProof(tx, {
        account,
        response,
        source: await sourceOf(tx, account, client),
        passwordMatches: matched && account.password_hash === before?.account.password_hash,
        ticketCreatedAt: ticket.created_at,
      });
      if (refusal) {
        if (!refusal.isReplay) await countTicketFailure(tx, ticket);
        return refusal.error;
      }
    } else if (!ticket.authorised) return fail("InvalidToken");
    await deleteTicket(tx, ticket.id);
    const hasSecondFactor = response !== undefined && account.totp === "enabled";
    return openSession(tx, account, { name: login.friendly_name, hasSecondFactor });
  });
}

async function findByTicket(db: Reader, token: string) {
  const ticket = await findFreshTicket(db, token);
  const account = ticket && (await findAccount(db, ticket.account_id));
  return account && { ticket, account };
}

async function sourceOf(
  tx: Tx,
  { id }: AccountRow,
  { address, sessionToken }: LoginClient,
): Promise<AttemptSource> {
  const session = sessionToken === undefined ? undefined : await findSessionByToken(tx, sessionToken);
  return { address, sessionId: session?.user_id === id ? session.id : undefined };
}
