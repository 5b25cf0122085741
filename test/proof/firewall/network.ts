import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { $ } from "bun";

/** The server and its clients, each in a network namespace of its own, with a cable between them. */
export const serverSpace = "ermine-server";
export const clientSpace = "ermine-client";
export const serverAddress = "10.77.0.1";
const clientAddress = "10.77.0.2";
export const turnDomain = "turn.example.org";

/** What the firewall in front of the clients lets through, as a rule of nftables. */
export type Firewall = string;

export async function createNetwork(): Promise<void> {
  if (!Bun.which("nft")) await $`apt-get install --yes nftables`.quiet();
  await removeNetwork();
  for (const space of [serverSpace, clientSpace]) {
    await $`ip netns add ${space}`;
    await $`ip -n ${space} link set lo up`;
  }
  await $`ip -n ${serverSpace} link add cable type veth peer name cable netns ${clientSpace}`;
  await $`ip -n ${serverSpace} address add ${serverAddress}/24 dev cable`;
  await $`ip -n ${clientSpace} address add ${clientAddress}/24 dev cable`;
  for (const space of [serverSpace, clientSpace]) {
    await $`ip -n ${space} link set cable up`;
    // `ip netns exec` puts this file in the place of /etc/hosts.
    mkdirSync(`/etc/netns/${space}`, { recursive: true });
    writeFileSync(`/etc/netns/${space}/hosts`, `127.0.0.1 localhost\n${serverAddress} ${turnDomain}\n`);
  }
}

export async function removeNetwork(): Promise<void> {
  for (const space of [serverSpace, clientSpace]) {
    await $`ip netns delete ${space}`.nothrow().quiet();
    rmSync(`/etc/netns/${space}`, { recursive: true, force: true });
  }
}

export async function setFirewall(rule: Firewall): Promise<void> {
  const table = `flush ruleset
    table inet firewall {
      chain output {
        type filter hook output priority 0; policy drop;
        oifname "lo" accept
        ${rule}
      }
    }`;
  await $`ip netns exec ${clientSpace} nft -f - < ${new Response(table)}`;
}
