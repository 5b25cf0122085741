import type { AddressGuard } from "./address-guard.ts";
import type { Addresses, Resolve } from "./resolve.ts";

/** Where a request goes: a URL and its checked addresses. The host's name is not resolved again. */
export interface RequestTarget {
  readonly url: URL;
  readonly host: string;
  readonly addresses: Addresses;
}

/**
 * Resolves the host of a URL and checks its name and all its addresses. One private address refuses the whole name:
 * no honest name mixes private and public ones, and it must not matter which the connection picks.
 */
export async function resolveTarget(url: URL, guard: AddressGuard, resolve: Resolve): Promise<RequestTarget> {
  const host = url.hostname.replace(/^\[(.*)\]$/, "$1");
  const family = process.getBuiltinModule("node:net").isIP(host);
  if (family === 0) guard.assertName(host);
  const trusted = guard.isTrusted(host);
  const addresses: Addresses =
    family === 0 ? await resolve(trusted ? host : absolute(host)) : [{ address: host, family }];
  if (!trusted) for (const { address } of addresses) guard.assertAddress(address);
  return { url, host, addresses };
}

/** Without the dot the resolver would also try the search domains of the local network. */
function absolute(name: string): string {
  return `${name}.`;
}
