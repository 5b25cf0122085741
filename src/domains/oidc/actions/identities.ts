import type { SessionCaller } from "../../../declare/route.ts";
import type { AnyTx, Reader, Tx } from "../../../declare/tx.ts";
import { commitThenThrow, mayUsePassword, requireAccount, type StepContext } from "../../accounts/index.ts";
import { type Identity, maxIdentities } from "../model.ts";
import { findProviderOf } from "../resources.ts";
import { isTrustedWithFactor } from "../rules/claims.ts";
import { deleteIdentity, findIdentity, listIdentities } from "../store/identities.ts";
import { takePendingLink } from "../store/pending-links.ts";
import { listProviderSessions } from "../store/provider-sessions.ts";
import type { IdentityRow } from "../tables.ts";
import { announceIdentity } from "./announce-identity.ts";
import { dropGrants, takeGrants } from "./apply-grants.ts";
import { endProviderSession } from "./provider-sessions.ts";
import { linkToAccount } from "./sign-in.ts";

export async function viewIdentities(db: Reader, userId: string): Promise<Identity[]> {
  return (await listIdentities(db, userId)).map((identity) => viewOf(db, identity));
}

function viewOf({ services }: Reader, identity: IdentityRow): Identity {
  const provider = findProviderOf(services, identity.issuer);
  const { id, issuer, label, created_at, last_used_at } = identity;
  return {
    _id: id,
    provider: provider?.keys.id ?? "",
    issuer,
    label,
    second_factor: provider !== undefined && isTrustedWithFactor(provider.keys),
    created_at: new Date(created_at).toISOString(),
    last_used_at: new Date(last_used_at).toISOString(),
  };
}

/** Links the identity that the caller's browser has just proved. The token is used up, whoever presents it. */
export function acceptLink(
  { write, fail }: StepContext<"InvalidToken" | "AlreadyLinked" | "TooManyIdentities">,
  { userId }: SessionCaller,
  token: string,
): Promise<Identity> {
  return commitThenThrow(write, async (tx) => {
    const link = await takePendingLink(tx, token);
    if (!link || link.account_id !== userId) return fail("InvalidToken");
    const known = await findIdentity(tx, link);
    if (known && known.account_id !== userId) return fail("AlreadyLinked");
    if (!known && (await listIdentities(tx, userId)).length >= maxIdentities)
      return fail("TooManyIdentities", { max: maxIdentities });
    const identity = known ?? (await linkToAccount(tx, await requireAccount(tx, userId), link));
    await takeGrants(tx, identity, { grants: JSON.parse(link.grants) as string[], isReported: true });
    await announceIdentity(tx, identity);
    return viewOf(tx, identity);
  });
}

/** The ids of the identities that can sign in: a provider that is no longer configured vouches for nobody. */
export async function listSignIns(db: Reader, accountId: string): Promise<string[]> {
  const identities = await listIdentities(db, accountId);
  return identities.filter(({ issuer }) => findProviderOf(db.services, issuer)).map(({ id }) => id);
}

/** An account without a password and passkeys keeps one identity of a configured provider, so that it can sign in. */
export async function unlink(
  tx: Tx<never, "NotFound" | "LastSignIn">,
  { userId }: SessionCaller,
  id: string,
): Promise<void> {
  const linked = await listIdentities(tx, userId);
  const identity = linked.find((each) => each.id === id);
  if (!identity) throw tx.fail("NotFound");
  const account = await requireAccount(tx, userId);
  const hasOther = mayUsePassword(account, tx.services) || account.passkeys !== "none";
  const remaining = (await listSignIns(tx, userId)).filter((each) => each !== id);
  if (remaining.length === 0 && !hasOther) throw tx.fail("LastSignIn");
  await deleteIdentity(tx, id);
  await dropGrants(tx, identity);
}

/** Removes the identities of an account that were linked since a time. */
export async function revokeIdentities(
  tx: AnyTx,
  { accountId, since }: { readonly accountId: string; readonly since: number },
): Promise<void> {
  for (const identity of await listIdentities(tx, accountId))
    if (identity.created_at >= since) await revokeIdentity(tx, identity);
}

/** Removes an identity, and ends the sessions and sign-ins that began with it. */
export async function revokeIdentity(tx: AnyTx, identity: IdentityRow): Promise<void> {
  for (const session of await listProviderSessions(tx, { ...identity, sid: undefined }))
    await endProviderSession(tx, session, identity.account_id);
  await deleteIdentity(tx, identity.id);
  await dropGrants(tx, identity);
}
