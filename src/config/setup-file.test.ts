import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loadConfig } from "./load.ts";
import { formatSettings, setupFileIn, writeSetupFile } from "./setup-file.ts";

const folder = mkdtempSync(join(tmpdir(), "ermine-setup-"));
afterAll(() => rmSync(folder, { recursive: true }));
const load = (more: Record<string, string> = {}) => loadConfig({ ERMINE_DATA_DIR: folder, ...more });

const hostile = 'a "quoted" \\ text\n[smtp]\npassword = 1 # \u007f \u0000 \u{1f98a}';
const settings = {
  smtp: { host: "mail.example.org", port: 25, password: hostile },
  public_url: "https://chat.example.org",
  voice: { mode: "off" },
};

test("what the setup page sets holds unless the file or a variable says something else", () => {
  const undo = writeSetupFile(folder, settings);
  const { config, source } = load();
  expect(config.public_url).toBe("https://chat.example.org");
  expect(config.smtp).toMatchObject({ host: "mail.example.org", port: 25, password: hostile });
  expect(config.voice.mode).toBe("off");
  expect(source).toBe(setupFileIn(folder));
  const file = join(folder, "ermine.toml");
  writeFileSync(file, 'public_url = "https://other.example.org"\n[smtp]\nport = 465\n');
  const overridden = load({ ERMINE_CONFIG: file, ERMINE_SMTP_HOST: "variable.example.org" });
  expect(overridden.config.public_url).toBe("https://other.example.org");
  expect(overridden.config.smtp).toMatchObject({
    host: "variable.example.org",
    port: 465,
    password: hostile,
  });
  expect(overridden.source).toBe(`${file}, ${setupFileIn(folder)}`);
  undo();
  expect(load()).toMatchObject({ source: "defaults", config: { public_url: "" } });
});

test("the file is for its owner alone, no draft of it stays, and a former one can come back", () => {
  const first = writeSetupFile(folder, { public_url: "https://one.example.org" });
  const second = writeSetupFile(folder, { public_url: "https://two.example.org" });
  expect(statSync(setupFileIn(folder)).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder).filter((name) => name.startsWith("setup.toml"))).toEqual(["setup.toml"]);
  second();
  expect(load().config.public_url).toBe("https://one.example.org");
  first();
  expect(load().config.public_url).toBe("");
});

test("a file that cannot be read is named", () => {
  writeFileSync(setupFileIn(folder), "public_url = ");
  expect(() => load()).toThrow(setupFileIn(folder));
  rmSync(setupFileIn(folder));
});

test("keys of the top come before the sections", () => {
  expect(formatSettings(settings)).toStartWith('public_url = "https://chat.example.org"\n\n[smtp]\n');
});
