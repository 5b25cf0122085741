import ipaddr from "ipaddr.js";

export type Address = ipaddr.IPv4 | ipaddr.IPv6;
export type Network = [Address, number];

const globalUnicast: Network = ipaddr.parseCIDR("2000::/3");
const translated: Network = ipaddr.parseCIDR("64:ff9b::/96");
/** Public by its range, but what answers there is the machinery of the cloud that one's machine runs in (Azure). */
const cloudMachinery = "168.63.129.16";

/** The address that a connection would end at: an IPv4 address may be written as an IPv6 one. */
export function realAddress(text: string): Address {
  const address = ipaddr.process(text);
  if (!isWithin(address, translated)) return address;
  return ipaddr.fromByteArray(address.toByteArray().slice(12));
}

/**
 * Whether an address is anybody's on the internet. The lists know what is not; of IPv6, where most has not been given
 * out, only the part that is in use counts. Tunnels that carry an IPv4 address (6to4, Teredo) are out of use.
 */
export function isPublic(address: Address): boolean {
  if (address.range() !== "unicast") return false;
  return address.kind() === "ipv4" ? address.toString() !== cloudMachinery : isWithin(address, globalUnicast);
}

export function isWithin(address: Address, [network, bits]: Network): boolean {
  return address.kind() === network.kind() && address.match(network, bits);
}
