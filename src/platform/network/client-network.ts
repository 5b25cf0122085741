import { networkInterfaces } from "node:os";
import ipaddr from "ipaddr.js";

/** The address of a client, or for IPv6 its /64, which providers assign to one site. */
export function networkOfAddress(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === "ipv4") return parsed.toString();
  return ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/64`).toString();
}

/** The network of an address, so wide that it does not name one site: /24 of IPv4, /48 of IPv6. */
export function prefixOfAddress(address: string): string {
  if (!ipaddr.isValid(address)) return "";
  const parsed = ipaddr.process(address);
  const [family, bits] = parsed.kind() === "ipv4" ? [ipaddr.IPv4, 24] : [ipaddr.IPv6, 48];
  return `${family.networkAddressFromCIDR(`${parsed.toString()}/${bits}`).toString()}/${bits}`;
}

/** Whether an address belongs to this machine or to a private network. */
export function isInternal(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() !== "unicast";
}

/** The addresses at which other machines reach this one, as in a URL. */
export function machineAddresses(): string[] {
  return Object.values(networkInterfaces()).flatMap((all = []) =>
    all
      // A link-local address needs the name of an interface, which differs between machines.
      .filter(({ internal, scopeid }) => !internal && !scopeid)
      .map(({ address, family }) => (family === "IPv6" ? `[${address}]` : address)),
  );
}
