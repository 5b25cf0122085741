import type { SessionCaller } from "../../../declare/route.ts";
import { randomToken } from "../../../platform/ids/ids.ts";
import { digestToken } from "../../../platform/secrets/vault.ts";
import { creationOptions, type RelyingParty, requestOptions } from "../../../platform/webauthn/webauthn.ts";
import { maxPasskeys, type PasskeyCreation, type PasskeyRequest } from "../passkey-model.ts";
import { isPlaceholder } from "../rules/email.ts";
import { relyingPartyOf } from "../rules/relying-party.ts";
import { requireAccount } from "../store/accounts.ts";
import { challengeLifetimeMs, insertChallenge } from "../store/passkey-challenges.ts";
import { listPasskeys } from "../store/passkeys.ts";
import { findFreshTicket } from "../store/tickets.ts";
import type { PasskeyChallengeRow, PasskeyRow } from "../tables.ts";
import type { StepContext } from "./steps.ts";

const timeoutMs = challengeLifetimeMs;

/** Who holds a challenge besides its token. */
export const heldBySession = (id: string) => `session:${id}`;
export const heldByTicket = (id: string) => `ticket:${id}`;

/** For somebody who logs in with a passkey alone, and whom nobody knows yet. */
export async function beginPasskeySignIn(
  steps: StepContext<never>,
  host: string | undefined,
): Promise<PasskeyRequest> {
  const relyingParty = relyingPartyOf(steps.services.urls.calledAt(host));
  const options = await requestOptions({ relyingParty, known: [], timeoutMs });
  const binding = { purpose: "sign-in", account_id: null, holder: null } as const;
  const token = await keepChallenge(steps, relyingParty, { challenge: options.challenge, ...binding });
  return { token, options: options as PasskeyRequest["options"] };
}

interface ProofRequest {
  /** Undefined if the caller has no session. */
  readonly caller: SessionCaller | undefined;
  /** The ticket of a login, for callers without a session. */
  readonly heldToken: string;
  readonly host: string | undefined;
}

/** For the second step of a login, or for a sensitive action: the passkeys of one account. */
export async function beginPasskeyProof(
  steps: StepContext<"InvalidToken" | "DisallowedMFAMethod">,
  { caller, heldToken, host }: ProofRequest,
): Promise<PasskeyRequest> {
  const { read, fail, services } = steps;
  const prover = await read(async (db) => {
    const held = caller ? undefined : await findFreshTicket(db, heldToken);
    const accountId = caller?.userId ?? (held?.validated ? undefined : held?.account_id);
    if (accountId === undefined) return undefined;
    return { accountId, ticketId: held?.id, passkeys: await listPasskeys(db, accountId) };
  });
  if (!prover) throw fail("InvalidToken");
  if (prover.passkeys.length === 0) throw fail("DisallowedMFAMethod");
  const relyingParty = relyingPartyOf(services.urls.calledAt(host));
  const options = await requestOptions({ relyingParty, known: prover.passkeys.map(describe), timeoutMs });
  const binding = caller
    ? { purpose: "confirm" as const, holder: heldBySession(caller.sessionId) }
    : { purpose: "log-in" as const, holder: heldByTicket(prover.ticketId ?? "") };
  const token = await keepChallenge(steps, relyingParty, {
    challenge: options.challenge,
    account_id: prover.accountId,
    ...binding,
  });
  return { token, options: options as PasskeyRequest["options"] };
}

export async function beginPasskey(
  steps: StepContext<"TooManyPasskeys">,
  { userId, sessionId }: SessionCaller,
  host: string | undefined,
): Promise<PasskeyCreation> {
  const { read, fail, services } = steps;
  const { email, passkeys } = await read(async (db) => ({
    email: (await requireAccount(db, userId)).email,
    passkeys: await listPasskeys(db, userId),
  }));
  if (passkeys.length >= maxPasskeys) throw fail("TooManyPasskeys", { max: maxPasskeys });
  const relyingParty = relyingPartyOf(services.urls.calledAt(host));
  const options = await creationOptions({
    relyingParty,
    user: { id: userId, name: isPlaceholder(email) ? userId : email },
    known: passkeys.map(describe),
    timeoutMs,
  });
  const token = await keepChallenge(steps, relyingParty, {
    challenge: options.challenge,
    purpose: "register",
    account_id: userId,
    holder: heldBySession(sessionId),
  });
  return { token, options: options as PasskeyCreation["options"] };
}

const describe = ({ credential_id, transports }: PasskeyRow) => ({
  id: credential_id,
  transports: JSON.parse(transports) as string[],
});

type Binding = Pick<PasskeyChallengeRow, "challenge" | "purpose" | "account_id" | "holder">;

/** Returns the token that only the browser which began knows. */
async function keepChallenge(
  { services, write }: StepContext<never>,
  relyingParty: RelyingParty,
  binding: Binding,
): Promise<string> {
  const token = randomToken(64);
  const row = { ...binding, token_digest: digestToken(token), relying_party: JSON.stringify(relyingParty) };
  await write((tx) => insertChallenge(tx, { ...row, created_at: services.clock.now() }));
  return token;
}
