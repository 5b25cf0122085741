import ipaddr from "ipaddr.js";
import { networkOfAddress } from "../platform/network/client-network.ts";

type Network = [ipaddr.IPv4 | ipaddr.IPv6, number];

/** Finds the address of the client: that of the socket's peer or, behind trusted proxies, the one that they report. */
type AddressFinder = (peer: string, forwardedFor: string | null) => string;

export function createAddressFinder(trustedProxies: readonly string[]): AddressFinder {
  const trusted = trustedProxies.map(parseNetwork);
  const isTrusted = (address: string) => {
    if (!ipaddr.isValid(address)) return false;
    const parsed = ipaddr.process(address);
    return trusted.some((network) => parsed.kind() === network[0].kind() && parsed.match(network));
  };
  return (peer, forwardedFor) => {
    if (forwardedFor === null || trusted.length === 0 || !isTrusted(peer)) return unmap(peer);
    // Each proxy appends the address that it saw, so only the part to the right of the first untrusted one is reliable.
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
    return unmap(client);
  };
}

const maxLimitKeys = 10_000;
const limitKeys = new Map<string, string>();

/** The rate limit key of an anonymous caller: the network of its address. */
export function rateLimitKeyOfAddress(address: string): string {
  let key = limitKeys.get(address);
  if (key === undefined) {
    key = networkOfAddress(address);
    if (limitKeys.size >= maxLimitKeys) limitKeys.clear();
    limitKeys.set(address, key);
  }
  return key;
}

export function parseNetwork(text: string): Network {
  if (text.includes("/")) return ipaddr.parseCIDR(text);
  const address = ipaddr.process(text);
  return [address, address.kind() === "ipv4" ? 32 : 128];
}

/** Turns an IPv4-mapped address such as `::ffff:192.0.2.1` into the IPv4 address. */
function unmap(address: string): string {
  return address.startsWith("::ffff:") && ipaddr.isValid(address)
    ? ipaddr.process(address).toString()
    : address;
}
