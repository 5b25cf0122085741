import type { Fail } from "../../../declare/error.ts";
import type { Services } from "../../../declare/services.ts";
import type { Reader, Tx } from "../../../declare/tx.ts";
import { machineAddresses } from "../../../platform/network/client-network.ts";
import { sameText } from "../../../platform/secrets/vault.ts";
import { makeRecoveryCodes } from "../../accounts/index.ts";
import { hasOperator } from "../../users/index.ts";
import type { SetupHeaders } from "../model.ts";
import { deleteLink, findLink, putLink, type StoredLink } from "../store.ts";

const codeLifetimeMs = 3_600_000;
const purpose = "setup code";

/**
 * Creates the one-time code of the setup page, which replaces any earlier one. Undefined if there is an operator.
 * With `keepsValid`, a code that still works is kept for another hour, so that a restart or another node of a cluster
 * does not end a setup in progress.
 */
export async function createSetupCode(
  tx: Tx,
  { keepsValid = false }: { readonly keepsValid?: boolean } = {},
): Promise<string | undefined> {
  const { clock, vault } = tx.services;
  const stored = await findLink(tx);
  if (await hasOperator(tx)) {
    if (stored) await deleteLink(tx);
    return undefined;
  }
  const code = (keepsValid && openCode(stored, tx.services)) || makeRecoveryCodes().slice(0, 2).join("-");
  await putLink(tx, { sealed_code: vault.seal(code, purpose), expires_at: clock.now() + codeLifetimeMs });
  return code;
}

/** Undefined if the code has expired, or was sealed with another key. */
function openCode(link: StoredLink | undefined, { clock, vault }: Services): string | undefined {
  if (link === undefined || link.expires_at <= clock.now()) return undefined;
  try {
    return vault.open(link.sealed_code, purpose);
  } catch {
    return undefined;
  }
}

/** The URLs of the setup page: without a public address, one for each address that the server listens on. */
export function setupPages({ config: { host }, urls }: Services): string[] {
  const page = new URL("/setup", urls.api);
  if (!urls.dependOnHost) return [page.href];
  const isAny = host === "0.0.0.0" || host === "::";
  const hosts = isAny ? [...machineAddresses(), "localhost"] : [host.includes(":") ? `[${host}]` : host];
  return hosts.map((hostname) => Object.assign(new URL(page), { hostname }).href);
}

/** How to open the page from another machine, if the server listens on this machine only. */
export function describeTunnel({ config: { public_url }, urls }: Services): string | undefined {
  const [address] = machineAddresses();
  if (public_url !== "" || urls.dependOnHost || address === undefined) return undefined;
  const port = new URL(urls.api).port || "80";
  return `The address works on this machine only. From another one, open /setup through your proxy, or first run: ssh -N -L ${port}:localhost:${port} ${address}`;
}

/**
 * A call without a valid code gets the answer of a server that has no such route. A page of another site never has
 * the token; it is refused all the same.
 */
export async function requireSetup(
  db: Reader,
  { "x-setup-token": token = "", origin, host }: SetupHeaders,
  fail: Fail<"NotFound">,
): Promise<StoredLink> {
  const link = await findLink(db);
  const code = openCode(link, db.services);
  const isValid =
    link !== undefined &&
    code !== undefined &&
    sameText(code, token) &&
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
