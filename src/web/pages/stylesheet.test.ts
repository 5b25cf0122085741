import { expect, test } from "bun:test";
import { join } from "node:path";
import { stylesheet } from "./stylesheet.ts";

const tokens = await Bun.file(join(import.meta.dir, "../../../web/ui/tokens.css")).text();

/** The colours that a block of custom properties sets. */
function colours(block: string): Record<string, string> {
  return Object.fromEntries(
    [...block.matchAll(/--([\w-]+): (#[\da-f]{6})/g)].map(([, name, value]) => [name, value]),
  );
}

test("the plain pages have the colours of the web client, in both themes", () => {
  const [light = "", dark = ""] = stylesheet.split("@media (prefers-color-scheme: dark)");
  const [, clientLight = "", clientDark = ""] =
    /:root \{(.*?)\}.*?:root\[data-theme="dark"\] \{(.*?)\}/s.exec(tokens) ?? [];
  expect(Object.keys(colours(light)).length).toBeGreaterThan(8);
  expect(colours(clientLight)).toMatchObject(colours(light));
  expect(colours(clientDark)).toMatchObject(colours(dark));
});
