import { expect, test } from "bun:test";
import { AddressGuard } from "./address-guard.ts";
import { resolveTarget } from "./resolve-target.ts";

const guard = new AddressGuard({
  blocked_domains: [],
  allow_private_hosts: ["wiki"],
  public_url: "",
  ownAddresses: () => [],
});

/** The names that are resolved for a URL. */
async function namesResolved(url: string): Promise<string[]> {
  const names: string[] = [];
  await resolveTarget(new URL(url), guard, async (name) => {
    names.push(name);
    return [{ address: "93.184.215.14", family: 4 }];
  });
  return names;
}

test("only trusted names are resolved with the search domains of the local network", async () => {
  expect(await namesResolved("http://kubernetes.default/")).toEqual(["kubernetes.default."]);
  expect(await namesResolved("http://wiki/")).toEqual(["wiki"]);
});

test("addresses are not resolved", async () => {
  expect(await namesResolved("http://93.184.215.14/")).toEqual([]);
  expect(await namesResolved("http://[2606:4700:4700::1111]/")).toEqual([]);
});
