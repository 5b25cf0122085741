import { describe, expect, test } from "bun:test";
import { randomBytes } from "node:crypto";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { logIn, newAccount } from "../../test/support/accounts/people.ts";
import { openTestDatabase } from "../../test/support/database/databases.ts";
import { startErmine } from "../../test/support/processes/program.ts";
import { anyEngine } from "../../test/support/run/thorough.ts";
import { thoroughTest } from "../../test/support/run/thorough-test.ts";
import { openServer } from "../../test/support/server/server.ts";
import { migrations } from "../migrations/index.ts";
import { migrate } from "../platform/database/migrate.ts";
import { type Secrets, WrongSecrets } from "../platform/secrets/secrets-file.ts";
import { createVault } from "../platform/secrets/vault.ts";
import type { SystemTables } from "../store/system-tables.ts";
import { checkKey, checkWebPushKey } from "./key-check.ts";

describe.each([...anyEngine])("key check on %s", (engine) => {
  test("the first key is recorded, and no other is accepted", async () => {
    await using opened = await openTestDatabase(engine);
    const { database } = opened;
    await migrate(database, migrations, { directory: opened.home.dataDir });
    const [right, wrong] = [createVault(randomBytes(32)), createVault(randomBytes(32))];
    await checkKey(database, right);
    await checkKey(database, right);
    await expect(checkKey(database, wrong)).rejects.toThrow(WrongSecrets);
    await checkKey(database, right);
  });

  test("a server without its secrets refuses to start, and starts once they are restored", async () => {
    const first = await openServer(engine);
    const { home } = first;
    try {
      const { email } = await newAccount(first);
      await first.stop();
      const file = join(home.dataDir, "secrets.json");
      const secrets = readFileSync(file);
      rmSync(file);
      await expect(openServer(engine, { home })).rejects.toThrow(WrongSecrets);
      await expect(openServer(engine, { home })).rejects.toThrow("secrets.json");
      writeFileSync(file, secrets);
      await using again = await openServer(engine, { home });
      expect((await logIn(again, email)).email).toBe(email);
    } finally {
      home.remove();
    }
  });

  test("the first web-push key is recorded, and does not show", async () => {
    await using opened = await openTestDatabase(engine);
    const { database } = opened;
    await migrate(database, migrations, { directory: opened.home.dataDir });
    const vault = createVault(randomBytes(32));
    const secretsWith = (privateKey: string) => ({ vapid: { privateKey, publicKey: "" } }) as Secrets;
    const [right, wrong] = [secretsWith("right-key"), secretsWith("wrong-key")];
    await Promise.all([checkWebPushKey(database, vault, right), checkWebPushKey(database, vault, right)]);
    await expect(checkWebPushKey(database, vault, wrong)).rejects.toThrow(WrongSecrets);
    await checkWebPushKey(database, vault, right);
    const rows = await database.read((queries) =>
      queries.sql<SystemTables>().selectFrom("meta").selectAll().execute(),
    );
    const plainDigest = Bun.SHA256.hash("right-key", "base64url");
    expect(JSON.stringify(rows)).not.toContain("right-key");
    expect(JSON.stringify(rows)).not.toContain(plainDigest);
  });

  thoroughTest("a server with another web-push key refuses to start until the key is accepted", async () => {
    const { home, ...first } = await openServer(engine);
    try {
      await first.stop();
      // The smallest private key, padded with zeros.
      const vapid_private_key = `${"A".repeat(42)}E`;
      const config = { secrets: { vapid_private_key } };
      await expect(openServer(engine, { home, config })).rejects.toThrow(WrongSecrets);
      await expect(openServer(engine, { home, config })).rejects.toThrow(/web-push key.*secrets accept/);
      const variables = { ERMINE_SECRETS_VAPID_PRIVATE_KEY: vapid_private_key };
      // Other commands do not need the key.
      expect((await startErmine(home, ["accounts", "list"], variables)).code).toBe(0);
      const accepted = await startErmine(home, ["secrets", "accept"], variables);
      expect(accepted).toEqual({ code: 0, stdout: "Accepted.\n", stderr: "" });
      await (await openServer(engine, { home, config })).stop();
      await expect(openServer(engine, { home })).rejects.toThrow("web-push key");
    } finally {
      home.remove();
    }
  });

  test("no key is accepted with another encryption key", async () => {
    const { home, ...first } = await openServer(engine);
    await first.stop();
    rmSync(join(home.dataDir, "secrets.json"));
    const { code, stderr } = await startErmine(home, ["secrets", "accept"]);
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining("encryption key") });
    home.remove();
  });
});
