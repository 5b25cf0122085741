import type { Static } from "typebox";
import type { Services } from "../../../declare/services.ts";
import type { Reader, Tx } from "../../../declare/tx.ts";
import { verifyPassword } from "../../../platform/secrets/passwords.ts";
import type { SessionDeleted } from "../events.ts";
import { TicketExchanged } from "../hooks.ts";
import type { LoginBody, LoginReply, MfaResponse } from "../model.ts";
import { decoyHash } from "../resources.ts";
import { normaliseEmail } from "../rules/email.ts";
import { hasSecondFactor } from "../rules/second-factor.ts";
import { findAccount, findAccountByEmail, requireAccount, writeDecoy } from "../store/accounts.ts";
import { findSessionByToken } from "../store/sessions.ts";
import { countTicketFailure, deleteTicket, findFreshTicket } from "../store/tickets.ts";
import type { AccountRow, SignInMethod } from "../tables.ts";
import { type AttemptSource, clearAttempts, refuseAttempt } from "./attempts.ts";
import { checkPassword, type PasswordError, requirePasswordLogin } from "./guards.ts";
import {
  forCurrent,
  type ProofError,
  prepareProof,
  provesSecondFactor,
  refuseProof,
  secondStep,
} from "./mfa.ts";
import { heldByTicket } from "./passkey-challenges.ts";
import { isAccepted, provePasskey, recordPasskeyUse } from "./prove-passkey.ts";
import { recordSignIn, type SignInAttempt, type SignInClient } from "./record-sign-in.ts";
import { type LoginDetails, openSession } from "./sessions.ts";
import { commitThenThrow, type StepContext } from "./steps.ts";
import { createTicket } from "./tickets.ts";

type LoginError = PasswordError | ProofError | "UnverifiedAccount" | "FeatureDisabled";
type LoginSteps = StepContext<LoginError, SessionDeleted>;
type Login = Static<typeof LoginBody>;
type PasswordLogin = Extract<Login, { email: string }>;
type TicketLogin = Extract<Login, { mfa_ticket: string }>;
type PasskeyLogin = Extract<Login, { passkey: object }>;

interface LoginClient extends Omit<SignInClient, "deviceId"> {
  /** The token of a session that the client already has. */
  readonly sessionToken: string | undefined;
}

export async function logIn(steps: LoginSteps, login: Login, client: LoginClient): Promise<LoginReply> {
  if ("email" in login) return logInWithPassword(steps, login, client);
  return "mfa_ticket" in login
    ? logInWithTicket(steps, login, client)
    : logInWithPasskey(steps, login, client);
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
    if (hasSecondFactor(current)) {
      // The failures stay until the second factor is right as well.
      const { token } = await createTicket(tx, current.id, { method: "Password" });
      return secondStep(current, token, services);
    }
    await clearAttempts(tx, current.id, source);
    const signIn = attemptOf(login, client, { method: "Password" });
    return finish(tx, current, { name: login.friendly_name, secondFactorAt: null, signIn });
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
  const prepared =
    before && response
      ? await prepareProof(
          steps,
          { account: before.account, response },
          { purpose: "log-in", holder: heldByTicket(before.ticket.id) },
        )
      : { passwordMatches: false, passkey: undefined };
  return commitThenThrow(write, async (tx) => {
    const held = await findByTicket(tx, login.mfa_ticket);
    if (!held) return fail("InvalidToken");
    const { ticket, account } = held;
    const { method, provider } = ticket;
    const signIn = attemptOf(login, client, { method: method ?? "Password", provider, response });
    if (response) {
      const refusal = await refuseProof(tx, {
        account,
        response,
        source: await sourceOf(tx, account, client),
        prepared: forCurrent(prepared, account, before?.account),
        ticketCreatedAt: ticket.created_at,
      });
      if (refusal) {
        if (!refusal.isReplay) {
          await countTicketFailure(tx, ticket);
          await recordSignIn(tx, account, signIn, "WrongFactor");
        }
        return refusal.error;
      }
    } else if (!ticket.authorised) return fail("InvalidToken");
    await deleteTicket(tx, ticket.id);
    const isProvedHere = response !== undefined && provesSecondFactor(account, response);
    const secondFactorAt = isProvedHere ? tx.services.clock.now() : ticket.second_factor_at;
    const session = await finish(tx, account, { name: login.friendly_name, secondFactorAt, signIn });
    if (session.result === "Success")
      await tx.raise(TicketExchanged, { ticketId: ticket.id, sessionId: session._id });
    return session;
  });
}

/** The only step of a login. A passkey proves two factors: that somebody has the device, and can unlock it. */
async function logInWithPasskey(
  steps: LoginSteps,
  login: PasskeyLogin,
  client: LoginClient,
): Promise<LoginReply> {
  const { fail, write } = steps;
  const passkey = await provePasskey(steps, login.passkey, { purpose: "sign-in", holder: null });
  if (!passkey) throw fail("InvalidToken");
  return commitThenThrow(write, async (tx) => {
    const account = await findAccount(tx, passkey.accountId);
    if (!account) return fail("InvalidToken");
    const source = await sourceOf(tx, account, client);
    const isRight = await isAccepted(tx, passkey);
    const attempt = { accountId: account.id, source, isRight, wrong: "InvalidToken" } as const;
    const refusal = await refuseAttempt(tx, attempt);
    if (refusal) return refusal;
    await recordPasskeyUse(tx, passkey);
    await clearAttempts(tx, account.id, source);
    const secondFactorAt = tx.services.clock.now();
    const signIn = attemptOf(login, client, { method: "Passkey" });
    return finish(tx, account, { name: login.friendly_name, secondFactorAt, signIn });
  });
}

/** The last step of every login. */
async function finish(
  tx: Tx<SessionDeleted>,
  account: AccountRow,
  { signIn, ...details }: LoginDetails & { readonly signIn: SignInAttempt },
): Promise<LoginReply> {
  await recordSignIn(tx, account, signIn, account.disabled ? "Disabled" : "Success");
  return openSession(tx, account, details);
}

interface Way {
  readonly method: SignInMethod;
  readonly provider?: string | null;
  readonly response?: MfaResponse | undefined;
}

function attemptOf(
  { device_id }: Login,
  { address, location, userAgent }: LoginClient,
  { method, provider = null, response }: Way,
): SignInAttempt {
  return {
    client: { address, location, userAgent, deviceId: device_id },
    method,
    provider,
    second_factor: response ? factorOf(response) : null,
  };
}

function factorOf(response: MfaResponse): SignInAttempt["second_factor"] {
  if ("totp_code" in response) return "Totp";
  if ("recovery_code" in response) return "Recovery";
  return "password" in response ? null : "Passkey";
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
