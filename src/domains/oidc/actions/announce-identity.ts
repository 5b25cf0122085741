import type { AnyTx } from "../../../declare/tx.ts";
import { claimByIdentity } from "../../claims/index.ts";
import { findProviderOf } from "../resources.ts";
import { listIdentities } from "../store/identities.ts";
import type { IdentityRow } from "../tables.ts";

/** Tells who somebody is in a service that users were imported from, if the provider is that service. */
export async function announceIdentity(
  tx: AnyTx,
  { issuer, subject, account_id }: Pick<IdentityRow, "issuer" | "subject" | "account_id">,
): Promise<void> {
  const source = findProviderOf(tx.services, issuer)?.keys.imported_from ?? "";
  if (source !== "") await claimByIdentity(tx, { accountId: account_id, source, foreignId: subject });
}

/** The same for all identities of an account that has a user only now. */
export async function announceIdentities(tx: AnyTx, accountId: string): Promise<void> {
  for (const identity of await listIdentities(tx, accountId)) await announceIdentity(tx, identity);
}
