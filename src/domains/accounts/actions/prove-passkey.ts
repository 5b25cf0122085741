import type { Services } from "../../../declare/services.ts";
import type { Reader, Tx } from "../../../declare/tx.ts";
import {
  type IssuedChallenge,
  type RelyingParty,
  verifyAssertion,
  WebAuthnError,
} from "../../../platform/webauthn/webauthn.ts";
import type { PasskeyAssertion } from "../passkey-model.ts";
import { takeChallenge } from "../store/passkey-challenges.ts";
import { findPasskey, updatePasskey } from "../store/passkeys.ts";
import type { PasskeyChallengeRow, PasskeyRow } from "../tables.ts";

interface ProofSteps {
  readonly services: Services;
  write<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
}

type Binding = Pick<PasskeyChallengeRow, "purpose" | "holder">;

/** A passkey that has answered a challenge. */
export interface PresentedPasskey {
  readonly id: string;
  readonly accountId: string;
  /** Of the answer; undefined if it is wrong. */
  readonly counter: number | undefined;
}

/**
 * Uses a challenge up and verifies the answer to it, between transactions because verifying takes time. Undefined if
 * there is no such challenge for this purpose and holder, or no such passkey: then nothing was guessed.
 */
export async function provePasskey(
  steps: ProofSteps,
  { token, credential }: PasskeyAssertion,
  binding: Binding,
): Promise<PresentedPasskey | undefined> {
  const { challenge, passkey } = await steps.write(async (tx) => ({
    challenge: await takeChallenge(tx, token),
    passkey: await findPasskey(tx, "credential_id", credential.id),
  }));
  if (!challenge || !passkey || !isFor(challenge, binding)) return undefined;
  const { id, account_id: accountId } = passkey;
  const isOfAccount = challenge.account_id === null || challenge.account_id === accountId;
  const counter =
    isOfAccount && namesAccount(credential, accountId)
      ? await counterOf(steps, credential, { challenge: issued(challenge), passkey })
      : undefined;
  return { id, accountId, counter };
}

export function isFor(challenge: PasskeyChallengeRow, { purpose, holder }: Binding): boolean {
  return challenge.purpose === purpose && challenge.holder === holder;
}

export function issued({ challenge, relying_party }: PasskeyChallengeRow): IssuedChallenge {
  return { challenge, relyingParty: JSON.parse(relying_party) as RelyingParty };
}

/** The user handle is the id of the account, as it was when the passkey was created. */
function namesAccount({ response }: PasskeyAssertion["credential"], accountId: string): boolean {
  const { userHandle } = response;
  return userHandle === undefined || userHandle === Buffer.from(accountId).toString("base64url");
}

async function counterOf(
  { services }: ProofSteps,
  credential: PasskeyAssertion["credential"],
  { challenge, passkey }: { challenge: IssuedChallenge; passkey: PasskeyRow },
): Promise<number | undefined> {
  const { credential_id: id, public_key: publicKey, counter } = passkey;
  const response = { ...credential, clientExtensionResults: {} };
  return verifyAssertion(response, challenge, { id, publicKey, counter }).catch((error: unknown) => {
    if (!(error instanceof WebAuthnError)) throw error;
    services.log.warn({ account: passkey.account_id, reason: error.message }, "a passkey was refused");
    return undefined;
  });
}

/**
 * Whether the answer is right and newer than the last one. A counter that did not go up is that of a copy of the
 * passkey, or of an answer that was used at the same moment; passkeys that are shared between devices have none.
 */
export async function isAccepted(db: Reader, { id, counter }: PresentedPasskey): Promise<boolean> {
  const passkey = await findPasskey(db, "id", id);
  if (!passkey || counter === undefined) return false;
  return counter > passkey.counter || (counter === 0 && passkey.counter === 0);
}

export async function recordPasskeyUse(tx: Tx, { id, counter = 0 }: PresentedPasskey): Promise<void> {
  await updatePasskey(tx, id, { counter, last_used_at: tx.services.clock.now() });
}
