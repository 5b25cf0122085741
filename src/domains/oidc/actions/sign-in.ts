import { ApiError, fail } from "../../../declare/error.ts";
import type { Services } from "../../../declare/services.ts";
import type { AnyTx, Reader, Tx } from "../../../declare/tx.ts";
import type { ProvenIdentity } from "../../../platform/oidc/openid-provider.ts";
import {
  type AccountRow,
  allMethodsOf,
  announceAccess,
  checkEmail,
  checkShield,
  createTicket,
  findAccountByEmail,
  hasSecondFactor,
  isEmail,
  normaliseEmail,
  purgeAccount,
  registerIdentified,
  requireAccount,
} from "../../accounts/index.ts";
import { createUser } from "../../users/index.ts";
import { findProviderOf, type ProviderKeys } from "../resources.ts";
import { type Claims, secondFactorAt } from "../rules/claims.ts";
import { SignInError } from "../rules/sign-in-error.ts";
import { findIdentity, insertIdentity, touchIdentity } from "../store/identities.ts";
import type { IdentityRow } from "../tables.ts";
import { announceIdentity } from "./announce-identity.ts";
import { takeGroups } from "./apply-grants.ts";
import { keepProviderSession } from "./provider-sessions.ts";

/** What the page that the browser is sent to needs: parameters of its fragment, which no server gets. */
export type FlowEnd = Readonly<Record<string, string>>;

export interface SignInSteps {
  readonly services: Services;
  read<T>(work: (db: Reader) => Promise<T>): Promise<T>;
  write<T>(work: (tx: AnyTx) => Promise<T>): Promise<T>;
}

interface SignIn {
  readonly keys: ProviderKeys;
  readonly proven: ProvenIdentity;
  readonly claims: Claims;
  readonly invite: string | null;
  readonly address: string;
}

/** Finds or makes the account of an identity, and ends in a ticket that the login route takes. */
export async function signIn(
  steps: SignInSteps,
  { keys, proven, claims, ...more }: SignIn,
): Promise<FlowEnd> {
  const { read, write } = steps;
  const isKnown = (await read((db) => findIdentity(db, proven))) !== undefined;
  // They may ask a service of the operator's, so they run outside of the transaction.
  if (!isKnown) await checkNewcomer(steps, keys, { email: claims.email, ip: more.address });
  return write(async (tx) => {
    const identity = await identityOf(tx, { keys, proven, claims, invite: more.invite });
    await takeGroups(tx, identity, { keys, claims: proven.claims, isReported: true });
    await announceIdentity(tx, identity);
    const account = await requireAccount(tx, identity.account_id);
    const provedAt = secondFactorAt(claims, keys, tx.services.clock.now());
    const needsFactor = hasSecondFactor(account) && provedAt === undefined;
    const origin = { method: "Provider", provider: keys.id } as const;
    const kind = { authorised: !needsFactor, secondFactorAt: provedAt, ...origin };
    const { _id: ticketId, token } = await createTicket(tx, account.id, kind);
    const { refreshToken } = proven;
    await keepProviderSession(tx, identity, { provider: keys.id, sid: claims.sid, ticketId, refreshToken });
    return {
      ticket: token,
      ...(needsFactor && { methods: allMethodsOf(account, tx.services).join(",") }),
      ...(asksQuestions(tx) && claims.username !== undefined && { name: claims.username }),
    };
  });
}

async function checkNewcomer(
  { services }: SignInSteps,
  { shield }: ProviderKeys,
  { email, ip }: { email: string | undefined; ip: string },
): Promise<void> {
  const context = { services, fail };
  if (email !== undefined && !isEmail(email)) throw new SignInError("not-allowed");
  if (!shield) return;
  try {
    await checkShield(context, { email: email ?? "", ip });
    if (email !== undefined) checkEmail(context, email);
  } catch (error) {
    throw error instanceof ApiError ? new SignInError("not-allowed", error) : error;
  }
}

type Newcomer = Omit<SignIn, "address">;

async function identityOf(tx: AnyTx, { keys, proven, claims, invite }: Newcomer): Promise<IdentityRow> {
  const known = await findIdentity(tx, proven);
  if (known) {
    await touchIdentity(tx, known.id, claims.label);
    return known;
  }
  const { email } = claims;
  const owner = email === undefined ? undefined : await findAccountByEmail(tx, normaliseEmail(email));
  const link = { ...proven, label: claims.label };
  if (owner && (await mayLinkByEmail(tx, owner, { keys, email }))) return linkToAccount(tx, owner, link);
  return linkIdentity(tx, { ...link, accountId: await register(tx, keys, claims, invite) });
}

type NewIdentity = Pick<IdentityRow, "issuer" | "subject" | "label">;

/** Links an identity to an existing account, and tells its owner. */
export async function linkToAccount(
  tx: Tx,
  account: AccountRow,
  { issuer, subject, label }: NewIdentity,
): Promise<IdentityRow> {
  const provider = findProviderOf(tx.services, issuer)?.keys.name ?? issuer;
  await announceAccess(tx, account, { by: "identity", names: [provider, label] });
  return linkIdentity(tx, { accountId: account.id, issuer, subject, label });
}

/** Two accounts that link the same identity at once are told apart by the table's key: the transaction of one runs again. */
export async function linkIdentity(
  tx: Tx,
  { accountId, issuer, subject, label }: NewIdentity & { readonly accountId: string },
): Promise<IdentityRow> {
  const now = tx.services.clock.now();
  const identity = {
    id: tx.services.ids.next(),
    issuer,
    subject,
    account_id: accountId,
    label,
    created_at: now,
    last_used_at: now,
    grants: "[]",
  };
  await insertIdentity(tx, identity);
  return identity;
}

/**
 * Whether to link to the account with the address. If not, its unfinished registration was removed and the address is
 * free. An unproven address is not enough, because anyone could have registered it, and they know the password.
 * Addresses that differ in dots or a tag can belong to different people.
 */
async function mayLinkByEmail(
  tx: AnyTx,
  owner: AccountRow,
  { keys, email = "" }: { keys: ProviderKeys; email: string | undefined },
): Promise<boolean> {
  const isSame = owner.email.toLowerCase() === email.toLowerCase();
  if (!keys.link_by_email || !isSame) throw new SignInError("address-in-use");
  if (owner.email_proved === 1) return true;
  if (owner.verification !== "pending") throw new SignInError("address-in-use");
  await purgeAccount(tx, owner.id);
  return false;
}

async function register(
  tx: AnyTx,
  { registration, link_by_email }: ProviderKeys,
  { email, username }: Claims,
  invite: string | null,
): Promise<string> {
  if (registration === "closed") throw new SignInError("registration-closed");
  const person = { email, proved: link_by_email, invite, isOpen: registration === "open" };
  const id = await registerIdentified(tx, person).catch((error: unknown) => {
    throw error instanceof ApiError ? new SignInError(problemOf(error)) : error;
  });
  if (username !== undefined && !asksQuestions(tx)) await nameUser(tx, id, username);
  return id;
}

/** Then the page that asks new accounts for a name has more to ask. */
const asksQuestions = ({ services }: Pick<Tx, "services">) => services.config.community.questions.length > 0;

const problemOf = ({ type }: ApiError) =>
  type === "FeatureDisabled" ? "registration-closed" : "invite-needed";

/** A name that the rules refuse is left to the page that asks new accounts for theirs. */
async function nameUser(tx: AnyTx, id: string, username: string): Promise<void> {
  try {
    await createUser(tx, { id, username });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
  }
}
