import { isIP } from "node:net";
import type { Border } from "./border.ts";
import type { Addresses, Resolve } from "./resolve.ts";

/** Where a request goes: a URL, and the addresses that were checked. Its name is not looked up again. */
export interface Target {
  readonly url: URL;
  readonly host: string;
  readonly addresses: Addresses;
}

/** One address inside refuses the whole name: no honest one mixes them, and with none to choose, no choice is wrong. */
export async function findTarget(url: URL, border: Border, resolve: Resolve): Promise<Target> {
  const host = url.hostname.replace(/^\[(.*)\]$/, "$1");
  const family = isIP(host);
  if (family === 0) border.assertName(host);
  const trusted = border.isTrusted(host);
  const addresses: Addresses =
    family === 0 ? await resolve(trusted ? host : absolute(host)) : [{ address: host, family }];
  if (!trusted) for (const { address } of addresses) border.assertAddress(address);
  return { url, host, addresses };
}

/** Otherwise the system would also look for it below the domains of its own network. */
function absolute(name: string): string {
  return `${name}.`;
}
