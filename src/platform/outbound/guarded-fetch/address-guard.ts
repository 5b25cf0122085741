import { domainToASCII } from "node:url";
import ipaddr from "ipaddr.js";
import { OutboundError } from "../port.ts";
import { type Address, isPublic, isWithin, type Network, realAddress } from "./addresses.ts";

export interface AddressGuardOptions {
  readonly blocked_domains: readonly string[];
  readonly allow_private_hosts: readonly string[];
  /** The public address of this server; may be empty. */
  readonly public_url: string;
  /** The addresses of this machine. Called for every check, because they may change. */
  readonly ownAddresses: () => readonly string[];
}

/** Domains of local networks (RFC 6761, 6762, 8375, and others in common use). */
const localDomains = [
  "localhost",
  "localdomain",
  "local",
  "internal",
  "intranet",
  "private",
  "corp",
  "home",
  "lan",
  "home.arpa",
];
const severalLabels = /^[^.]{1,63}(\.[^.]{1,63})+$/;

/** Decides which hosts requests of users may reach: none of the local network, and none that the operator blocks. */
export class AddressGuard {
  readonly #blocked: readonly string[];
  readonly #allowedNames: ReadonlySet<string>;
  readonly #allowedNetworks: readonly Network[];
  readonly #ownName: string | undefined;
  readonly #ownAddresses: () => readonly string[];

  constructor({ blocked_domains, allow_private_hosts, public_url, ownAddresses }: AddressGuardOptions) {
    this.#blocked = blocked_domains.map(readName);
    const isNetwork = (text: string) => ipaddr.isValidCIDR(text) || ipaddr.isValid(text);
    this.#allowedNetworks = allow_private_hosts.filter(isNetwork).map(readNetwork);
    this.#allowedNames = new Set(allow_private_hosts.filter((text) => !isNetwork(text)).map(readName));
    this.#ownName = URL.parse(public_url)?.hostname;
    this.#ownAddresses = ownAddresses;
  }

  /** Whether the operator trusts a name, whatever its addresses are. */
  isTrusted(name: string): boolean {
    return this.#allowedNames.has(name) && !this.#isBlocked(name);
  }

  assertName(name: string): void {
    if (this.isTrusted(name)) return;
    const refuse = (why: string) => new OutboundError("refused-host", why);
    if (this.#isBlocked(name)) throw refuse("the host is blocked");
    if (name === this.#ownName) throw refuse("the host is this server");
    if (!severalLabels.test(name)) throw refuse("not the full name of a host");
    if (localDomains.some((suffix) => name.endsWith(`.${suffix}`)))
      throw refuse("the name belongs to a local network");
  }

  assertAddress(text: string): void {
    const address = realAddress(text);
    if (this.#allowedNetworks.some((network) => isWithin(address, network))) return;
    if (!isPublic(address) || this.#isOwn(address))
      throw new OutboundError("refused-address", "the host is not on the public internet");
  }

  #isBlocked(name: string): boolean {
    return this.#blocked.some((domain) => name === domain || name.endsWith(`.${domain}`));
  }

  /** Firewalls do not filter what a machine sends to itself, so its own public addresses expose more than they should. */
  #isOwn(address: Address): boolean {
    return this.#ownAddresses().some((own) => realAddress(own).toString() === address.toString());
  }
}

function readNetwork(text: string): Network {
  if (ipaddr.isValidCIDR(text)) return ipaddr.parseCIDR(text);
  const address = realAddress(text);
  return [address, address.toByteArray().length * 8];
}

/** Normalizes a name as the URL parser does. */
function readName(text: string): string {
  const name = /^[\p{L}\p{M}\p{N}._-]+$/u.test(text) ? domainToASCII(text).replace(/\.$/, "") : "";
  if (name === "")
    throw new Error(`outbound: ${text} is neither the name of a host nor an address or network`);
  return name;
}
