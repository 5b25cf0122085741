import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { Glob } from "bun";
import { events } from "../../src/domains/index.ts";
import { serverMessages } from "../../src/protocol/connection-messages.ts";

const filesOf = (pattern: string) => [...new Glob(pattern).scanSync("src")].map((path) => `src/${path}`);

test("the gateway names no event of a domain: what it has to know is in the declaration", () => {
  const constants = filesOf("domains/**/events.ts").flatMap((path) =>
    [...readFileSync(path, "utf8").matchAll(/^export const (\w+) = event\(/gm)].map(([, name]) => name),
  );
  expect(constants.length).toBeGreaterThan(40);
  const ownNames = new Set<string>(serverMessages.map(({ name }) => name));
  const wireNames = events.map(({ name }) => name).filter((name) => !ownNames.has(name));
  const names = [...constants, ...wireNames.map((name) => `"${name}"`)];
  const files = filesOf("gateway/**/*.ts").filter((path) => !path.endsWith(".test.ts"));
  expect(files.length).toBeGreaterThan(30);
  const found = files.flatMap((path) => {
    const text = readFileSync(path, "utf8");
    return names
      .filter((name) => new RegExp(`(?<!\\w)${name}(?!\\w)`).test(text))
      .map((name) => [path, name]);
  });
  expect(found).toEqual([]);
});
