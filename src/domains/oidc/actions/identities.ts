import type { SessionCaller } from "../../../declare/route.ts";
import type { Reader, Tx } from "../../../declare/tx.ts";
import { commitThenThrow, requireAccount, type StepContext } from "../../accounts/index.ts";
import { type Identity, maxIdentities } from "../model.ts";
import { oidcProviders } from "../resources.ts";
import { deleteIdentity, findIdentity, listIdentities } from "../store/identities.ts";
import { takePendingLink } from "../store/pending-links.ts";
import type { IdentityRow } from "../tables.ts";
import { linkIdentity } from "./sign-in.ts";

export async function viewIdentities(db: Reader, userId: string): Promise<Identity[]> {
  return (await listIdentities(db, userId)).map((identity) => viewOf(db, identity));
}

function viewOf({ services }: Reader, identity: IdentityRow): Identity {
  const configured = [...services.resources.get(oidcProviders).values()];
  const provider = configured.find(({ keys }) => keys.issuer === identity.issuer);
  const { id, issuer, label, created_at, last_used_at } = identity;
  return {
    _id: id,
    provider: provider?.keys.id ?? "",
    issuer,
    label,
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
    return viewOf(tx, known ?? (await linkIdentity(tx, { ...link, accountId: userId })));
  });
}

/** Whoever has no password keeps one identity, with which to get in. */
export async function unlink(
  tx: Tx<never, "NotFound" | "LastSignIn">,
  { userId }: SessionCaller,
  id: string,
): Promise<void> {
  const linked = await listIdentities(tx, userId);
  if (!linked.some((identity) => identity.id === id)) throw tx.fail("NotFound");
  const { password_hash } = await requireAccount(tx, userId);
  const mayUsePassword = password_hash !== "" && tx.services.config.accounts.password_login === "on";
  if (linked.length === 1 && !mayUsePassword) throw tx.fail("LastSignIn");
  await deleteIdentity(tx, id);
}
