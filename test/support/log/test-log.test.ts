import { expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { thoroughTest } from "../run/thorough-test.ts";
import { inWorkers } from "../run/workers.ts";
import { findLeaks } from "./find-leaks.ts";

const support = (file: string) => JSON.stringify(join(import.meta.dir, "..", file));

const tests = `
import { test } from "bun:test";
import { newMigratedHome } from ${support("database/migrated-home.ts")};
import { openServer } from ${support("server/server.ts")};
import { startProcess } from ${support("processes/server-process.ts")};
import { allowLoggedErrors } from ${support("log/test-log.ts")};

const logAn = (level) => async () => {
  await using server = await openServer("sqlite");
  server.running.services.log[level]("something broke");
};
test("an error", logAn("error"));
test("an allowed error", async () => {
  allowLoggedErrors(/something broke/);
  await logAn("error")();
});
test("an error other than the allowed one", async () => {
  allowLoggedErrors(/something different/);
  await logAn("error")();
});
test("a warning", logAn("warn"));
test("an error of a process", async () => {
  const home = await newMigratedHome("sqlite");
  const binary = home.dataDir + "/livekit-server";
  await Bun.write(binary, "#!/bin/sh\\nexit 3\\n", { mode: 0o700 });
  await using server = await startProcess(home, { ERMINE_VOICE_MODE: "auto", ERMINE_VOICE_BINARY: binary });
  while (!server.stdout().includes("does not run")) await Bun.sleep(10);
});
test("a secret", async () => {
  await using server = await openServer("sqlite");
  const login = { email: "somebody.new@example.com", password: "a good password 1" };
  await server.client.post("/auth/account/create", login);
  const { body } = await server.client.post("/auth/session/login", login);
  server.running.services.log.info({ path: "/x?token=" + body.token }, "called");
});
`;

const other = `
import { test } from "bun:test";
test("an empty test", () => {});
`;

thoroughTest.each([
  ["workers", inWorkers(2, false)],
  ["one process", { options: [], env: { ERMINE_TEST_WORKER: "" } }],
])("an error that a server logs fails its test, and a secret in a log the run, in %s", async (_, run) => {
  const folder = mkdtempSync(join(tmpdir(), "ermine-log-"));
  writeFileSync(join(folder, "some.test.ts"), tests);
  writeFileSync(join(folder, "other.test.ts"), other);
  const preload = ["--preload", join(import.meta.dir, "../run/preload.ts")];
  const command = [process.execPath, "test", ...preload, ...run.options];
  // No test in it needs PostgreSQL, which each process would start.
  const env = { ...process.env, ERMINE_TEST_ENGINE: "sqlite", ...run.env };
  const child = Bun.spawn(command, { cwd: folder, env, stdout: "pipe", stderr: "pipe" });
  const texts = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
  const output = texts.join("");
  rmSync(folder, { recursive: true });
  expect(output).toContain("(pass) an empty test");
  expect(output.match(/^\((pass|fail)\) an? (?!empty)[^[]+(?= \[)/gm)).toEqual([
    "(fail) an error",
    "(pass) an allowed error",
    "(fail) an error other than the allowed one",
    "(pass) a warning",
    "(fail) an error of a process",
    "(pass) a secret",
  ]);
  expect(output).toContain('"msg":"something broke"');
  // After the last test, since a secret may be known only after it was logged.
  expect(output).toMatch(/a log of this run holds a secret that a test used.*\n.*"path":"\/x\?token=/);
  expect(await child.exited).toBe(1);
});

const secret = "aB3-secret_token";
test.each([
  ["as it is", `{"a":"${secret}"}`],
  ["in small letters", secret.toLowerCase()],
  ["inside of a word", `xx${secret}xx`],
])("a secret is found %s", (_, line) => {
  expect(findLeaks(["first", line], { secrets: ["another-secret", secret] })).toEqual([{ secret, line }]);
});

test("secrets are also found as they look in JSON and in addresses", () => {
  const secrets = ['with "quotes"', "me+you@example.com"];
  const lines = [JSON.stringify({ a: secrets[0] }), "/x?email=me%2Byou%40example.com"];
  expect(findLeaks(lines, { secrets }).map(({ line }) => line)).toEqual(lines);
});

test("a code of six digits is found where it is a text, and other numbers are none", () => {
  const lines = ['{"code":"123456"}', "/x?totp=123456&y=1"];
  const numbers = ['{"ms":123456,"pid":123456}', '{"text":"1123456"}', '{"code":"654321"}'];
  expect(findLeaks([...numbers, ...lines], { secrets: [], codes: ["123456"] })).toHaveLength(2);
});
