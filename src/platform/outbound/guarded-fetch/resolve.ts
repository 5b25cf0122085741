import type { LookupAddress } from "node:dns";
import { OutboundError } from "../port.ts";

/** At least one. */
export type Addresses = readonly [LookupAddress, ...LookupAddress[]];
/** Resolves a name to all its addresses. */
export type Resolve = (name: string) => Promise<Addresses>;

/** Uses the given name servers, or those of the system if there are none. */
export function createResolve(servers: readonly string[]): Resolve {
  const query = servers.length === 0 ? querySystem : createQuery(servers);
  return async (name) => {
    const [first, ...others] = await query(name);
    if (!first) throw new OutboundError("unknown-host", "the host has no address");
    return [first, ...others];
  };
}

function querySystem(name: string): Promise<LookupAddress[]> {
  const { lookup } = process.getBuiltinModule("node:dns/promises");
  return lookup(name, { all: true }).catch(() => []);
}

function createQuery(servers: readonly string[]): (name: string) => Promise<LookupAddress[]> {
  const { Resolver } = process.getBuiltinModule("node:dns/promises");
  const resolver = new Resolver({ timeout: 1_500, tries: 2 });
  resolver.setServers(servers);
  return async (name) => {
    const [six, four] = await Promise.all([
      resolver.resolve6(name).catch(() => []),
      resolver.resolve4(name).catch(() => []),
    ]);
    return [
      ...six.map((address) => ({ address, family: 6 })),
      ...four.map((address) => ({ address, family: 4 })),
    ];
  };
}
