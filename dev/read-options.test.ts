import { expect, test } from "bun:test";
import { join } from "node:path";

const program = join(import.meta.dir, "../packaging/run.ts");

test.each([
  [["--nonsense"], "Unknown option '--nonsense'\n"],
  [["--arch", "x86"], "--arch takes x64, arm64, not x86.\n"],
  [["--only", "deb", "--only", "rpm"], "--only takes archive, deb, image, not rpm.\n"],
])("a program for developers refuses %p in a sentence", async (args, message) => {
  const run = Bun.spawn([process.execPath, program, ...args], { stdio: ["ignore", "pipe", "pipe"] });
  expect(await run.stdout.text()).toBe("");
  expect(await run.stderr.text()).toBe(message);
  expect(await run.exited).toBe(2);
});
