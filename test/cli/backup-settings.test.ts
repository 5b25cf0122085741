import { expect, setDefaultTimeout, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readSetupFile, setupFileIn, writeSetupFile } from "../../src/config/setup-file.ts";
import { type BackupHome, backUpTo, newSource, newTarget, run } from "../support/backups/backups.ts";
import { newCompletion, setupMail } from "../support/operators/setup.ts";
import { runErmine } from "../support/processes/program.ts";
import { startProcess } from "../support/processes/server-process.ts";
import { anyEngine } from "../support/run/thorough.ts";
import { thoroughTest } from "../support/run/thorough-test.ts";

setDefaultTimeout(120_000);

const mailPassword = "the password of the mail server";

/** A server that was configured by a file and on the setup page. */
async function newConfigured(engine: BackupHome["engine"]): Promise<BackupHome> {
  const home = await newTarget(engine);
  await run(home, "migrate", "--create");
  const { stdout } = await runErmine(home, ["setup", "link", "--json"], { ERMINE_WEB_ENABLED: "true" });
  const headers = { "x-setup-token": new URL(JSON.parse(stdout)[0].link).hash.slice(1) };
  const mail = { ...setupMail, host: "mail.example.org", password: mailPassword };
  const asked = {
    public_url: "https://chat.example.org",
    mail,
    backup_folder: join(home.folder, "scheduled"),
  };
  await using server = await startProcess(home);
  const completion = newCompletion(Date.now(), asked);
  const { status } = await server.client.post("/auth/setup/complete", completion, { headers });
  expect(status).toBe(200);
  writeFileSync(join(home.dataDir, "ermine.toml"), '# Ours.\n[captcha]\nsite_key = "a"\nsecret = "hidden"\n');
  return home;
}

/** What `config check` says, without the paths of the data. */
async function configurationOf(home: BackupHome) {
  const rows: Record<string, unknown>[] = JSON.parse((await run(home, "config", "check")).stdout);
  return rows.filter(({ key }) => !["data_dir", "database_url"].includes(String(key)));
}

const memberOf = (archive: string, name: string) =>
  spawnSync("tar", ["-xOf", archive, name]).stdout.toString();

thoroughTest.each([...anyEngine])(
  "the settings of the setup page survive a restore of %s, sealed on the way",
  async (engine) => {
    using source = await newConfigured(engine);
    const phrase = join(source.folder, "phrase");
    writeFileSync(phrase, "correct horse\n");
    for (const how of [[], ["--passphrase-file", phrase]]) {
      const { archive } = await backUpTo(source, join(source.folder, `${how.length}.tar`), ...how);
      expect(readFileSync(archive).includes(mailPassword)).toBe(how.length === 0);
      expect(readFileSync(archive).includes('"hidden"')).toBe(false);
      const copy = memberOf(archive, "ermine.toml");
      expect(copy).toContain('# Ours.\n[captcha]\nsite_key = "a"\nsecret = "…"\n');

      using target = await newTarget(engine);
      const { stderr } = await run(target, "restore", archive, ...how);
      const path = setupFileIn(target.dataDir);
      expect(stderr).toContain(`The settings of the setup page are in ${path} again.`);
      expect(statSync(path).mode & 0o777).toBe(0o600);
      // Its secrets, which `config check` hides, have to be typed in again.
      writeFileSync(join(target.dataDir, "ermine.toml"), copy);
      const configuration = await configurationOf(target);
      expect(configuration).toEqual(await configurationOf(source));
      expect(configuration).toContainEqual({ key: "smtp.host", value: "mail.example.org", changed: true });
      expect(readSetupFile(target.dataDir)).toBe(readSetupFile(source.dataDir));
    }
  },
);

test("a restore keeps the settings of a setup page that are there, and says so", async () => {
  using source = await newSource("sqlite");
  writeSetupFile(source.dataDir, { public_url: "https://chat.example.org" });
  const { archive } = await backUpTo(source, source.folder);
  using target = await newTarget("sqlite");
  writeSetupFile(target.dataDir, { public_url: "https://other.example.org" });
  const { stderr } = await run(target, "restore", archive);
  expect(stderr).toContain(`${setupFileIn(target.dataDir)} is kept as it was`);
  expect(readSetupFile(target.dataDir)).toContain("other.example.org");
});
