import { verifyAgainstNothing, verifyPassword } from "../../../platform/passwords.ts";
import type { Fail } from "../../../protocol/error.ts";
import type { Services } from "../../../store/services.ts";
import type { Reader, Tx } from "../../../store/tx.ts";
import type { LoginReply, MfaResponse } from "../model.ts";
import { normaliseEmail } from "../rules/email.ts";
import { lockoutMs } from "../rules/lockout.ts";
import { findAccount, findAccountByEmail, ownAccount, updateAccount } from "../store/accounts.ts";
import { writeDecoy } from "../store/decoys.ts";
import { findFreshTicket } from "../store/tickets.ts";
import type { AccountRow } from "../tables.ts";
import { findPasswordProblem } from "./guards.ts";
import { acceptProof, createTicket, methodsOf, tryPassword } from "./mfa.ts";
import { openSession } from "./open-session.ts";

type LoginError =
  | "InvalidCredentials"
  | "UnverifiedAccount"
  | "ShortPassword"
  | "CompromisedPassword"
  | "LockedOut"
  | "InvalidToken"
  | "DisallowedMFAMethod";

interface Steps {
  readonly services: Services;
  readonly fail: Fail<LoginError>;
  read<T>(work: (db: Reader) => Promise<T>): Promise<T>;
  write<T>(work: (tx: Tx<never, LoginError>) => Promise<T>): Promise<T>;
}

interface PasswordLogin {
  readonly email: string;
  readonly password: string;
  readonly friendly_name?: string;
}

export async function logInWithPassword(steps: Steps, login: PasswordLogin): Promise<LoginReply> {
  const { services, fail, read, write } = steps;
  const account = await read((db) => findAccountByEmail(db, normaliseEmail(login.email)));
  const problem = await findPasswordProblem(services, login.password);
  if (!account) {
    // All that is done for a wrong password, so that the time of the answer does not tell the two apart.
    await verifyAgainstNothing(login.password, services.config.passwords);
    await write((tx) => writeDecoy(tx, login.email));
    throw fail("InvalidCredentials");
  }
  if (account.verification === "pending") throw fail("UnverifiedAccount");
  if (problem) throw fail(problem);
  assertNotLocked(steps, account);
  const fits = await verifyPassword(login.password, account.password_hash);
  const reply = await write(async (tx) => {
    const current = await ownAccount(tx, { userId: account.id });
    // Again, now that nobody can come between: of many guesses at once only the first few get an answer.
    assertNotLocked(steps, current);
    if (!fits || current.password_hash !== account.password_hash) return countFailure(tx, current);
    if (current.failed_logins > 0) await updateAccount(tx, current.id, { failed_logins: 0, locked_until: 0 });
    if (current.totp !== "enabled") return openSession(tx, current, login.friendly_name);
    const { token } = await createTicket(tx, current.id);
    return { result: "MFA", ticket: token, allowed_methods: methodsOf(current, services) } as const;
  });
  // Thrown only here: the failed attempt must be committed, not rolled back.
  if (!reply) throw fail("InvalidCredentials");
  return reply;
}

interface TicketLogin {
  readonly mfa_ticket: string;
  readonly mfa_response?: MfaResponse;
  readonly friendly_name?: string;
}

export async function logInWithTicket(steps: Steps, login: TicketLogin): Promise<LoginReply> {
  const { fail, read, write } = steps;
  const response = login.mfa_response;
  const tried = await read((db) => findByTicket(db, login.mfa_ticket));
  const fits = tried && response ? await tryPassword(tried.account, response) : false;
  return write(async (tx) => {
    const found = await findByTicket(tx, login.mfa_ticket);
    if (!found) throw fail("InvalidToken");
    const { ticket, account } = found;
    const passwordFits = fits && account.password_hash === tried?.account.password_hash;
    if (response) await acceptProof(tx, { account, response, passwordFits, ticketMadeAt: ticket.created_at });
    else if (!ticket.authorised) throw fail("InvalidToken");
    return openSession(tx, account, login.friendly_name);
  });
}

async function findByTicket(db: Reader, token: string) {
  const ticket = await findFreshTicket(db, token);
  const account = ticket && (await findAccount(db, ticket.account_id));
  return account && { ticket, account };
}

function assertNotLocked({ services, fail }: Steps, account: AccountRow): void {
  if (account.locked_until > services.clock.now()) throw fail("LockedOut");
}

async function countFailure(tx: Tx, account: AccountRow): Promise<undefined> {
  const failed_logins = account.failed_logins + 1;
  const lock = lockoutMs(failed_logins);
  const locked_until = lock === 0 ? account.locked_until : tx.services.clock.now() + lock;
  await updateAccount(tx, account.id, { failed_logins, locked_until });
  return undefined;
}
