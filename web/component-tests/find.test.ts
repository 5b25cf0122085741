import { afterAll, beforeAll, expect, spyOn, test } from "bun:test";
import { configure, getConfig } from "@testing-library/dom";
import { find, findText, gone, until } from "./support/find.ts";

const { asyncUtilTimeout } = getConfig();
beforeAll(() => configure({ asyncUtilTimeout: 100 }));
afterAll(() => configure({ asyncUtilTimeout }));

test.each<readonly [string, () => Promise<unknown>]>([
  ["find", () => find("button", "Nothing")],
  ["findText", () => findText("Nothing")],
  ["until", () => until(() => false)],
  ["gone", () => gone(() => [1])],
])("%s that times out names the line of the test, and prints the page", async (_, wait) => {
  document.body.innerHTML = `<style>p {}</style><main><div><button disabled="">Dive</button> Otters</div></main>`;
  using printed = spyOn(console, "error").mockImplementation(() => {});
  const { stack = "" }: Error = await wait().then(Object, (failure) => failure);
  expect(stack.split("\n").find((line) => line.includes(".ts"))).toContain("find.test.ts");
  expect(printed.mock.calls).toEqual([["The page when this failed:\ndiv Otters\n  button disabled Dive\n"]]);
});
