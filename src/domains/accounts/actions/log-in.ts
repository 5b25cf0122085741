import type { Static } from "typebox";
import { resource } from "../../../declare/resource.ts";
import { DecoyHash, verifyPassword } from "../../../platform/passwords.ts";
import type { Reader, Tx } from "../../../store/tx.ts";
import type { LoginBody, LoginReply } from "../model.ts";
import { normaliseEmail } from "../rules/email.ts";
import { lockoutMs } from "../rules/password.ts";
import {
  findAccount,
  findAccountByEmail,
  requireAccount,
  updateAccount,
  writeDecoy,
} from "../store/accounts.ts";
import { findFreshTicket } from "../store/tickets.ts";
import type { AccountRow } from "../tables.ts";
import { findPasswordProblem, type PasswordError } from "./guards.ts";
import { matchPassword, methodsOf, type ProofError, verifyProof } from "./mfa.ts";
import { openSession } from "./sessions.ts";
import type { StepContext } from "./steps.ts";
import { createTicket } from "./tickets.ts";

type LoginSteps = StepContext<PasswordError | ProofError | "UnverifiedAccount" | "LockedOut">;
type Login = Static<typeof LoginBody>;
type PasswordLogin = Extract<Login, { email: string }>;
type TicketLogin = Extract<Login, { mfa_ticket: string }>;

export async function logIn(steps: LoginSteps, login: Login): Promise<LoginReply> {
  return "email" in login ? logInWithPassword(steps, login) : logInWithTicket(steps, login);
}

export const decoyHash = resource({
  name: "decoy password hash",
  open: ({ config }) => new DecoyHash(config.passwords),
});

async function logInWithPassword(steps: LoginSteps, login: PasswordLogin): Promise<LoginReply> {
  const { services, fail, read, write } = steps;
  const account = await read((db) => findAccountByEmail(db, normaliseEmail(login.email)));
  const problem = await findPasswordProblem(services, login.password);
  if (!account) {
    // The same work as for a wrong password, so that timing does not reveal whether the account exists.
    await services.resources.get(decoyHash).verify(login.password);
    await write((tx) => writeDecoy(tx, login.email));
    throw fail("InvalidCredentials");
  }
  if (account.verification === "pending") throw fail("UnverifiedAccount");
  if (problem) throw fail(problem);
  assertNotLocked(steps, account);
  const matches = await verifyPassword(login.password, account.password_hash);
  const reply = await write(async (tx) => {
    const current = await requireAccount(tx, account.id);
    // Checked again inside the transaction: of many concurrent guesses only the first few get a verdict.
    assertNotLocked(steps, current);
    if (!matches || current.password_hash !== account.password_hash) return countFailure(tx, current);
    if (current.failed_logins > 0) await updateAccount(tx, current.id, { failed_logins: 0, locked_until: 0 });
    if (current.totp !== "enabled") return openSession(tx, current, login.friendly_name);
    const { token } = await createTicket(tx, current.id);
    return { result: "MFA", ticket: token, allowed_methods: methodsOf(current, services) } as const;
  });
  // Thrown after the transaction, so that the failed attempt is committed and not rolled back.
  if (!reply) throw fail("InvalidCredentials");
  return reply;
}

async function logInWithTicket(steps: LoginSteps, login: TicketLogin): Promise<LoginReply> {
  const { fail, read, write } = steps;
  const response = login.mfa_response;
  const before = await read((db) => findByTicket(db, login.mfa_ticket));
  const matched = before && response ? await matchPassword(before.account, response) : false;
  return write(async (tx) => {
    const held = await findByTicket(tx, login.mfa_ticket);
    if (!held) throw fail("InvalidToken");
    const { ticket, account } = held;
    const passwordMatches = matched && account.password_hash === before?.account.password_hash;
    if (response)
      await verifyProof(tx, { account, response, passwordMatches, ticketCreatedAt: ticket.created_at });
    else if (!ticket.authorised) throw fail("InvalidToken");
    return openSession(tx, account, login.friendly_name);
  });
}

async function findByTicket(db: Reader, token: string) {
  const ticket = await findFreshTicket(db, token);
  const account = ticket && (await findAccount(db, ticket.account_id));
  return account && { ticket, account };
}

function assertNotLocked({ services, fail }: LoginSteps, account: AccountRow): void {
  if (account.locked_until > services.clock.now()) throw fail("LockedOut");
}

async function countFailure(tx: Tx, account: AccountRow): Promise<undefined> {
  const failed_logins = account.failed_logins + 1;
  const lockout = lockoutMs(failed_logins);
  const locked_until = lockout === 0 ? account.locked_until : tx.services.clock.now() + lockout;
  await updateAccount(tx, account.id, { failed_logins, locked_until });
  return undefined;
}
