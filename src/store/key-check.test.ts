import { describe, expect, test } from "bun:test";
import { randomBytes } from "node:crypto";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openTestDatabase } from "../../test/support/databases.ts";
import { engines } from "../../test/support/engines.ts";
import { logIn, newAccount } from "../../test/support/people.ts";
import { openServer } from "../../test/support/server.ts";
import { migrations } from "../migrations/index.ts";
import { migrate } from "../platform/database/migrate.ts";
import { WrongSecrets } from "../platform/secrets/secrets-file.ts";
import { createVault } from "../platform/secrets/vault.ts";
import { checkKey } from "./key-check.ts";

describe.each([...engines])("key check on %s", (engine) => {
  test("the first key is recorded, and no other is accepted", async () => {
    await using opened = await openTestDatabase(engine);
    const { database } = opened;
    await migrate(database, migrations, opened.home.dataDir);
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
});
