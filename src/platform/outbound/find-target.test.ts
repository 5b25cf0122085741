import { expect, test } from "bun:test";
import { Border } from "./border.ts";
import { findTarget } from "./find-target.ts";

const border = new Border({
  blocked_domains: [],
  allow_private_hosts: ["wiki"],
  public_url: "",
  ownAddresses: () => [],
});

/** What the name service is asked for. */
async function namesAsked(url: string): Promise<string[]> {
  const asked: string[] = [];
  await findTarget(new URL(url), border, async (name) => {
    asked.push(name);
    return [{ address: "93.184.215.14", family: 4 }];
  });
  return asked;
}

test("names of the internet are not looked for in one's own network, as trusted ones may be", async () => {
  expect(await namesAsked("http://kubernetes.default/")).toEqual(["kubernetes.default."]);
  expect(await namesAsked("http://wiki/")).toEqual(["wiki"]);
});

test("addresses are not looked up", async () => {
  expect(await namesAsked("http://93.184.215.14/")).toEqual([]);
  expect(await namesAsked("http://[2606:4700:4700::1111]/")).toEqual([]);
});
