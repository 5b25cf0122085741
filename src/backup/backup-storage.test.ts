import { afterAll, expect, test } from "bun:test";
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stageBackup } from "./backup-storage.ts";

const top = mkdtempSync(join(tmpdir(), "ermine-staging-"));
afterAll(() => rmSync(top, { recursive: true, force: true }));

test("a backup that died is removed by the next one, and one that still writes is not", async () => {
  const staging = join(top, "unfinished");
  const yesterday = Date.now() / 1_000 - 86_400;
  for (const [name, time] of [
    ["abandoned", yesterday],
    ["writing", Date.now() / 1_000],
  ] as const) {
    const folder = join(staging, name);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "rows"), "");
    utimesSync(join(folder, "rows"), time, time);
    utimesSync(folder, yesterday, yesterday);
  }
  const staged = await stageBackup(staging, Date.now());
  expect(["abandoned", "writing"].filter((name) => existsSync(join(staging, name)))).toEqual(["writing"]);
  await staged[Symbol.asyncDispose]();
  expect(existsSync(staged.folder)).toBe(false);
});

test("only the user of the server can enter the folder of a backup, whatever the umask is", async () => {
  const before = process.umask(0o377);
  try {
    await using staged = await stageBackup(join(top, "strict"), Date.now());
    expect(statSync(staged.folder).mode & 0o777).toBe(0o700);
  } finally {
    process.umask(before);
  }
});
