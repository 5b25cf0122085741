import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { randomBytes } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { configWith } from "../../config/load.ts";
import { loadOrCreateSecrets, replacementSecrets, WrongSecrets } from "./secrets-file.ts";

let folder = "";
let file = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "ermine-secrets-"));
  file = join(folder, "secrets.json");
});
afterEach(() => rmSync(folder, { recursive: true }));

const load = (secrets: Record<string, string> = {}) =>
  loadOrCreateSecrets(configWith({ data_dir: folder, secrets }));

/** The smallest private key, padded with zeros. */
const vapidOne = `${"A".repeat(42)}E`;

describe("secrets file", () => {
  test("is created at the first start, readable by its owner only, and never again", () => {
    const first = load();
    expect(first.encryptionKey).toHaveLength(32);
    expect(Buffer.from(first.vapid.publicKey, "base64url")).toHaveLength(65);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const content = readFileSync(file, "utf8");
    expect(load()).toEqual(first);
    expect(readFileSync(file, "utf8")).toBe(content);
    expect(readdirSync(folder)).toEqual(["secrets.json"]);
  });

  test("the web-push key always has its full length", () => {
    // One in 256 begins with a zero byte.
    const config = configWith({ data_dir: folder });
    for (let keys = 0; keys < 400; keys++) {
      const { vapid } = replacementSecrets(config).secrets;
      expect(Buffer.from(vapid.privateKey, "base64url")).toHaveLength(32);
    }
  });

  test("a database that has lost its secrets goes on with those of the data directory, or with new ones", () => {
    const config = configWith({ data_dir: folder });
    const { secrets, areNew, store } = replacementSecrets(config);
    expect([areNew, existsSync(file)]).toEqual([true, false]);
    store();
    expect(load()).toEqual(secrets);
    expect(replacementSecrets(config)).toMatchObject({ secrets, areNew: false });
  });

  test("two data directories get different secrets", () => {
    const first = load();
    rmSync(file);
    const second = load();
    expect(second.encryptionKey).not.toEqual(first.encryptionKey);
    expect(second.vapid.privateKey).not.toBe(first.vapid.privateKey);
  });

  test("several first starts at once agree on one file", async () => {
    const program = join(import.meta.dir, "../../../test/support/programs/load-secrets.ts");
    const starts = Array.from({ length: 4 }, () =>
      Bun.spawn([process.execPath, program, folder], { stdio: ["ignore", "pipe", "pipe"] }),
    );
    const outputs = await Promise.all(starts.map(({ stdout }) => new Response(stdout).text()));
    expect(await Promise.all(starts.map(({ exited }) => exited))).toEqual([0, 0, 0, 0]);
    const { encryptionKey, vapid, liveKit } = load();
    const mine = `${encryptionKey.toString("base64url")} ${vapid.privateKey} ${vapid.publicKey} ${liveKit}\n`;
    expect(outputs).toEqual([mine, mine, mine, mine]);
    expect(readdirSync(folder)).toEqual(["secrets.json"]);
  });

  test("nodes with the same encryption key derive the same secrets from it", () => {
    const { liveKit, limiterSeed, nodeNamespace, encryptionKey } = load();
    rmSync(file);
    const encryption_key = encryptionKey.toString("base64url");
    expect(load({ encryption_key })).toMatchObject({ liveKit, limiterSeed, nodeNamespace });
    expect(load({ encryption_key, vapid_private_key: vapidOne })).toMatchObject({
      liveKit,
      limiterSeed,
      nodeNamespace,
    });
    expect(Buffer.from(liveKit, "base64url")).toHaveLength(32);
    expect(liveKit).not.toBe(encryption_key);
    const other = load({ encryption_key: randomBytes(32).toString("base64url") });
    expect(other.liveKit).not.toBe(liveKit);
    expect(other.limiterSeed).not.toBe(limiterSeed);
    expect(other.nodeNamespace).not.toBe(nodeNamespace);
  });

  test("of an older version, with a secret for LiveKit, is left as it is", () => {
    const first = load();
    const content = JSON.stringify({ ...JSON.parse(readFileSync(file, "utf8")), livekit_secret: "older" });
    writeFileSync(file, content);
    expect(load()).toEqual(first);
    expect(readFileSync(file, "utf8")).toBe(content);
  });

  test("configured secrets take precedence, and with both no file is created", () => {
    const encryption_key = randomBytes(32).toString("base64url");
    const vapid_private_key = vapidOne;
    const both = load({ encryption_key, vapid_private_key });
    expect(both.encryptionKey.toString("base64url")).toBe(encryption_key);
    expect(both.vapid.privateKey).toBe(vapid_private_key);
    expect(existsSync(file)).toBe(false);
    const one = load({ encryption_key });
    expect(one.encryptionKey.toString("base64url")).toBe(encryption_key);
    expect(one.vapid.privateKey).toBe(JSON.parse(readFileSync(file, "utf8")).vapid_private_key);
  });

  test.each([
    ["cut off", '{"encryption_key": "abc', "secrets.json"],
    ["empty", "", "secrets.json"],
    ["without keys", "{}", "encryption key"],
    ["not an object", "null", "encryption key"],
  ])("a file that is %s is refused, and left as it is", (_, content, named) => {
    writeFileSync(file, content);
    expect(load).toThrow(WrongSecrets);
    expect(load).toThrow(named);
    expect(readFileSync(file, "utf8")).toBe(content);
  });

  test.each([
    ["encryption_key", "too-short", "encryption key"],
    ["encryption_key", randomBytes(33).toString("base64url"), "encryption key"],
    ["vapid_private_key", "not a key", "web-push key"],
    ["vapid_private_key", "A".repeat(43), "web-push key"],
    ["vapid_private_key", "_".repeat(43), "web-push key"],
  ])("an invalid configured %s is refused (case %#)", (key, value, named) => {
    expect(() => load({ [key]: value })).toThrow(WrongSecrets);
    expect(() => load({ [key]: value })).toThrow(named);
  });
});
