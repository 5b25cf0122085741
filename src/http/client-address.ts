import ipaddr from "ipaddr.js";
import { LRUCache } from "lru-cache";

type Network = [ipaddr.IPv4 | ipaddr.IPv6, number];

/** Finds whom a request is from: the socket's peer, or what trusted proxies say of it. */
export type AddressFinder = (peer: string, forwardedFor: string | null) => string;

export function createAddressFinder(trustedProxies: readonly string[]): AddressFinder {
  const trusted = trustedProxies.map(parseNetwork);
  const isTrusted = (address: string) => {
    if (!ipaddr.isValid(address)) return false;
    const parsed = ipaddr.process(address);
    return trusted.some((network) => parsed.kind() === network[0].kind() && parsed.match(network));
  };
  return (peer, forwardedFor) => {
    if (forwardedFor === null || trusted.length === 0 || !isTrusted(peer)) return plain(peer);
    // Each proxy appends whom it saw, so only the part to the right of the first stranger can be believed.
    const hops = forwardedFor
      .split(",")
      .map((hop) => hop.trim())
      .reverse();
    let client = peer;
    for (const hop of hops) {
      if (!ipaddr.isValid(hop)) break;
      client = hop;
      if (!isTrusted(hop)) break;
    }
    return plain(client);
  };
}

const limitKeys = new LRUCache<string, string>({ max: 10_000 });

/** What an anonymous caller is counted by: the address, or for IPv6 its /64, which one household has to itself. */
export function limitedBy(address: string): string {
  let key = limitKeys.get(address);
  if (key === undefined) {
    key = networkOf(address);
    limitKeys.set(address, key);
  }
  return key;
}

function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === "ipv4") return parsed.toString();
  return ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/64`).toString();
}

export function parseNetwork(text: string): Network {
  if (text.includes("/")) return ipaddr.parseCIDR(text);
  const address = ipaddr.process(text);
  return [address, address.kind() === "ipv4" ? 32 : 128];
}

/** `::ffff:192.0.2.1` is 192.0.2.1 by another name. */
function plain(address: string): string {
  return address.startsWith("::ffff:") && ipaddr.isValid(address)
    ? ipaddr.process(address).toString()
    : address;
}
