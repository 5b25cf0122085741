import ipaddr from "ipaddr.js";

export type Address = ipaddr.IPv4 | ipaddr.IPv6;
export type Network = [Address, number];

const globalUnicast: Network = ipaddr.parseCIDR("2000::/3");
const translated: Network = ipaddr.parseCIDR("64:ff9b::/96");
/** Public by its range, but inside Azure it is the metadata service of the virtual machine. */
const azureWireServer = "168.63.129.16";

/** The address that a connection ends at: an IPv6 address may stand for an IPv4 one. */
export function realAddress(text: string): Address {
  const address = ipaddr.process(text);
  if (!isWithin(address, translated)) return address;
  return ipaddr.fromByteArray(address.toByteArray().slice(12));
}

/**
 * Whether an address is on the public internet. Of IPv6, most of which is unassigned, only the global unicast range
 * counts. The tunnels that embed an IPv4 address (6to4, Teredo) are obsolete and do not count.
 */
export function isPublic(address: Address): boolean {
  if (address.range() !== "unicast") return false;
  return address.kind() === "ipv4"
    ? address.toString() !== azureWireServer
    : isWithin(address, globalUnicast);
}

export function isWithin(address: Address, [network, bits]: Network): boolean {
  return address.kind() === network.kind() && address.match(network, bits);
}
