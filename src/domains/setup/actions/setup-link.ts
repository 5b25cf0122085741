import type { Fail } from "../../../declare/error.ts";
import type { Services } from "../../../declare/services.ts";
import type { Reader, Tx } from "../../../declare/tx.ts";
import { randomToken } from "../../../platform/ids/ids.ts";
import { digestToken, sameText } from "../../../platform/secrets/vault.ts";
import { hasOperator } from "../../users/index.ts";
import type { SetupHeaders } from "../model.ts";
import { deleteLink, findLink, putLink, type StoredLink } from "../store.ts";

const linkLifetimeMs = 3_600_000;

/**
 * Makes the one-time link of the setup page, which replaces the one before. Undefined if there is an operator already
 * or, with `keepsValid`, a link that still works: of the nodes of a cluster, the first to start shows one.
 */
export async function createSetupLink(
  tx: Tx,
  { keepsValid = false }: { readonly keepsValid?: boolean } = {},
): Promise<string | undefined> {
  const now = tx.services.clock.now();
  const known = await findLink(tx);
  if (await hasOperator(tx)) {
    if (known) await deleteLink(tx);
    return undefined;
  }
  if (keepsValid && known && known.expires_at > now) return undefined;
  const token = randomToken(64);
  await putLink(tx, { digest: digestToken(token), expires_at: now + linkLifetimeMs });
  // No server and no proxy gets what comes after the #.
  return `${tx.services.urls.api.replace(/\/api$/, "")}/setup#${token}`;
}

/**
 * Whoever has no link that works gets the answer of a server that has no such route. A page of another site never has
 * the token; it is refused all the same.
 */
export async function requireSetup(
  db: Reader,
  { "x-setup-token": token = "", origin, host }: SetupHeaders,
  fail: Fail<"NotFound">,
): Promise<StoredLink> {
  const link = await findLink(db);
  const isValid =
    link !== undefined &&
    sameText(link.digest, digestToken(token)) &&
    link.expires_at > db.services.clock.now() &&
    isOwnOrigin(origin, host, db.services) &&
    !(await hasOperator(db));
  if (!isValid) throw fail("NotFound");
  return link;
}

function isOwnOrigin(origin: string | undefined, host: string | undefined, { urls }: Services): boolean {
  if (origin === undefined) return true;
  const from = URL.parse(origin)?.host;
  return from !== undefined && (from === host || from === new URL(urls.api).host);
}
