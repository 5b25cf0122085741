import type { Static } from "typebox";
import type { SessionCaller } from "../../../declare/route.ts";
import type { Reader } from "../../../declare/tx.ts";
import { digestToken } from "../../../platform/secrets/vault.ts";
import type { LoginBody } from "../model.ts";
import { normaliseEmail } from "../rules/email.ts";
import { findAccount, findAccountByDigest } from "../store/accounts.ts";
import { findEmailUndo } from "../store/email-undos.ts";
import { findPasskey } from "../store/passkeys.ts";
import { findRecoveryLink } from "../store/recovery-links.ts";
import { findSessionByToken } from "../store/sessions.ts";
import { findFreshTicket } from "../store/tickets.ts";

/**
 * Names of the accounts that callers claim to own, for the rate limit of each account. Callers that know an address
 * alone count by the address, whether or not it has an account, so that the limit does not reveal it. What others know
 * counts apart from that, so that strangers cannot use up the budget of an owner who has a session, ticket or code.
 */
export function claimByEmail(email: string): string {
  return `email ${normaliseEmail(email)}`;
}

export async function claimOfLogin(
  db: Reader,
  login: Static<typeof LoginBody>,
  sessionToken: string | undefined,
): Promise<string | undefined> {
  // The same distinction as in the login itself, so that a body with both cannot choose what it counts for.
  if (!("email" in login))
    return "mfa_ticket" in login
      ? claimByTicket(db, login.mfa_ticket)
      : claimByPasskey(db, login.passkey.credential.id);
  const session = sessionToken === undefined ? undefined : await findSessionByToken(db, sessionToken);
  const account = session && (await findAccount(db, session.user_id));
  const isOwn = account?.email_normalised === normaliseEmail(login.email);
  return isOwn ? claimBySession(account.id) : claimByEmail(login.email);
}

export async function claimOfProof(
  db: Reader,
  caller: SessionCaller | undefined,
  heldToken: string | undefined,
): Promise<string | undefined> {
  if (caller) return claimBySession(caller.userId);
  return heldToken === undefined ? undefined : claimByTicket(db, heldToken);
}

/** A password is reset with the code from a mail or from a recovery link, or with a ticket. */
export async function claimOfReset(db: Reader, token: string): Promise<string | undefined> {
  const digest = digestToken(token);
  const accountId =
    (await findAccountByDigest(db, "reset_digest", digest))?.id ??
    (await findRecoveryLink(db, digest))?.account_id;
  return accountId === undefined ? claimByTicket(db, token) : `code ${accountId}`;
}

/** The change of an address is undone with the code from a mail. */
export async function claimOfEmailUndo(db: Reader, token: string): Promise<string | undefined> {
  const undo = await findEmailUndo(db, digestToken(token));
  return undo && `code ${undo.account_id}`;
}

async function claimByTicket(db: Reader, token: string): Promise<string | undefined> {
  const ticket = await findFreshTicket(db, token);
  return ticket && `ticket ${ticket.account_id}`;
}

async function claimByPasskey(db: Reader, credentialId: string): Promise<string | undefined> {
  const passkey = await findPasskey(db, "credential_id", credentialId);
  return passkey && `passkey ${passkey.account_id}`;
}

function claimBySession(accountId: string): string {
  return `session ${accountId}`;
}
