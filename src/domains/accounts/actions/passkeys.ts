import type { SessionCaller } from "../../../declare/route.ts";
import type { Reader, Tx } from "../../../declare/tx.ts";
import { verifyCreation, WebAuthnError } from "../../../platform/webauthn/webauthn.ts";
import { SignInsOf, SignInsRevoked } from "../hooks.ts";
import {
  type CreatedPasskey,
  type CreatePasskeyBody,
  maxPasskeys,
  type Passkey,
  type PasskeyFactor,
  type Passkeys,
} from "../passkey-model.ts";
import { requireAccount, updateAccount } from "../store/accounts.ts";
import { takeChallenge } from "../store/passkey-challenges.ts";
import {
  deletePasskey,
  deletePasskeysSince,
  findPasskey,
  insertPasskey,
  listPasskeys,
  updatePasskey,
} from "../store/passkeys.ts";
import type { AccountRow, PasskeyRow } from "../tables.ts";
import { mayUsePassword } from "./mfa.ts";
import { heldBySession } from "./passkey-challenges.ts";
import { isFor, issued } from "./prove-passkey.ts";
import { generateRecoveryCodes, openRecoveryCodes } from "./recovery-codes.ts";
import { commitThenThrow, type StepContext } from "./steps.ts";
import { disableTotp } from "./totp.ts";

export async function viewPasskeys(db: Reader, { id, passkeys }: AccountRow): Promise<Passkeys> {
  return {
    second_factor: passkeys === "required",
    passkeys: (await listPasskeys(db, id)).map(viewOf),
  };
}

function viewOf({ id, name, created_at, last_used_at }: PasskeyRow): Passkey {
  return {
    _id: id,
    name,
    created_at: new Date(created_at).toISOString(),
    ...(last_used_at !== null && { last_used_at: new Date(last_used_at).toISOString() }),
  };
}

/** The challenge was given for a ticket, so this needs none. It is used up, whatever follows. */
export async function createPasskey(
  steps: StepContext<"InvalidToken" | "PasskeyInUse" | "TooManyPasskeys">,
  { userId, sessionId }: SessionCaller,
  { token, name, credential, second_factor }: CreatePasskeyBody,
): Promise<CreatedPasskey> {
  const { services, write, fail } = steps;
  const challenge = await write((tx) => takeChallenge(tx, token));
  if (!challenge || !isFor(challenge, { purpose: "register", holder: heldBySession(sessionId) }))
    throw fail("InvalidToken");
  const { transports = [], ...response } = credential.response;
  const made = await verifyCreation(
    { ...credential, response, clientExtensionResults: {} },
    issued(challenge),
  ).catch((error: unknown) => {
    if (!(error instanceof WebAuthnError)) throw error;
    services.log.warn({ account: userId, reason: error.message }, "a new passkey was refused");
    throw fail("InvalidToken");
  });
  return commitThenThrow(write, async (tx) => {
    // Also of another account: one passkey must not lead to two.
    if (await findPasskey(tx, "credential_id", made.id)) return fail("PasskeyInUse");
    if ((await listPasskeys(tx, userId)).length >= maxPasskeys)
      return fail("TooManyPasskeys", { max: maxPasskeys });
    const passkey = {
      id: services.ids.next(),
      account_id: userId,
      credential_id: made.id,
      public_key: made.publicKey,
      counter: made.counter,
      transports: JSON.stringify(transports),
      name,
      created_at: services.clock.now(),
      last_used_at: null,
    };
    await insertPasskey(tx, passkey);
    const { passkeys } = await requireAccount(tx, userId);
    if (passkeys === "none") await updateAccount(tx, userId, { passkeys: "optional" });
    const recovery_codes = second_factor ? await requirePasskeys(tx, userId) : [];
    return { passkey: viewOf(passkey), recovery_codes };
  });
}

/** Returns new recovery codes if there were none: the way back for somebody who loses all passkeys. */
async function requirePasskeys(tx: Tx, userId: string): Promise<string[]> {
  await updateAccount(tx, userId, { passkeys: "required" });
  const codes = openRecoveryCodes(await requireAccount(tx, userId), tx.services);
  return codes.length === 0 ? generateRecoveryCodes(tx, userId) : [];
}

export async function setPasskeyFactor(
  tx: Tx<never, "InvalidOperation">,
  userId: string,
  isRequired: boolean,
): Promise<PasskeyFactor> {
  const { passkeys } = await requireAccount(tx, userId);
  if (passkeys === "none") throw tx.fail("InvalidOperation");
  if (isRequired) return { recovery_codes: await requirePasskeys(tx, userId) };
  await updateAccount(tx, userId, { passkeys: "optional" });
  return { recovery_codes: [] };
}

/** A passkey as its owner addresses it. */
interface PasskeyReference {
  readonly passkeyId: string;
  readonly userId: string;
}

async function requirePasskey(tx: Tx<never, "NotFound">, of: PasskeyReference): Promise<PasskeyRow> {
  const passkey = await findPasskey(tx, "id", of.passkeyId);
  if (passkey?.account_id !== of.userId) throw tx.fail("NotFound");
  return passkey;
}

export async function renamePasskey(
  tx: Tx<never, "NotFound">,
  reference: PasskeyReference,
  name: string,
): Promise<Passkey> {
  const passkey = await requirePasskey(tx, reference);
  await updatePasskey(tx, passkey.id, { name });
  return viewOf({ ...passkey, name });
}

/** With the last one ends the second factor that it was. It stays where there is no other way in. */
export async function removePasskey(
  tx: Tx<never, "NotFound" | "LastSignIn">,
  reference: PasskeyReference,
): Promise<void> {
  const { id } = await requirePasskey(tx, reference);
  await deletePasskey(tx, id);
  if (await refreshState(tx, reference.userId)) return;
  const account = await requireAccount(tx, reference.userId);
  const others = (await tx.query(SignInsOf, { accountId: account.id })).flat();
  if (others.length === 0 && !mayUsePassword(account, tx.services)) throw tx.fail("LastSignIn");
}

/** Removes the passkeys of an account, or those that were added since then. */
async function removePasskeys(tx: Tx, accountId: string, since = 0): Promise<void> {
  await deletePasskeysSince(tx, accountId, since);
  await refreshState(tx, accountId);
}

/** Whether the account still has passkeys; if not, none is asked for. */
async function refreshState(tx: Tx, accountId: string): Promise<boolean> {
  const hasSome = (await listPasskeys(tx, accountId)).length > 0;
  if (!hasSome) await updateAccount(tx, accountId, { passkeys: "none" });
  return hasSome;
}

/** Removes the passkeys and identities of an account that were added since a time: an intruder may have added them. */
export async function revokeSignIns(tx: Tx, accountId: string, since = 0): Promise<void> {
  await removePasskeys(tx, accountId, since);
  await tx.raise(SignInsRevoked, { accountId, since });
}

/** Removes the passkeys and the recovery codes too, unlike `disableTotp`. */
export async function removeSecondFactor(tx: Tx, userId: string): Promise<void> {
  await disableTotp(tx, userId);
  await removePasskeys(tx, userId);
  await updateAccount(tx, userId, { recovery_codes_sealed: null });
}
