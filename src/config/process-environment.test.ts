import { expect, test } from "bun:test";
import { wordsAfterProgram } from "./process-environment.ts";

test("the process executes the same command once more, from its source or in an executable", () => {
  const fromSource = { execArgv: ["--smol"], argv: ["/usr/bin/bun", "src/main.ts", "serve", "--quiet"] };
  expect(wordsAfterProgram(fromSource, false)).toEqual(["--smol", "src/main.ts", "serve", "--quiet"]);
  const contained = { execArgv: [], argv: ["bun", "/$bunfs/root/ermine", "serve", "--quiet"] };
  expect(wordsAfterProgram(contained, true)).toEqual(["serve", "--quiet"]);
});
