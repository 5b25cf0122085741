import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { generateKeyPairSync } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { findSession } from "../../src/domains/accounts/store/sessions.ts";
import { noteSecret } from "../support/log/used-secrets.ts";
import { runErmine } from "../support/processes/program.ts";
import { openPushService, readVapid } from "../support/push/push-service.ts";
import { takeNotificationBodies } from "../support/push/push-subscriptions.ts";
import { anyEngine } from "../support/run/thorough.ts";
import { type Engine, newHome } from "../support/server/engines.ts";
import { openServer } from "../support/server/server.ts";
import { prepareImport } from "../support/stoat/prepare-import.ts";
import { makeInstance } from "../support/stoat/stoat-instance.ts";

setDefaultTimeout(120_000);

const { privateKey } = generateKeyPairSync("ec", { namedCurve: "prime256v1" });
const { d: oldKey = "", x = "", y = "" } = privateKey.export({ format: "jwk" });
noteSecret(oldKey);
const publicKey = Buffer.concat([Buffer.of(4), Buffer.from(x, "base64url"), Buffer.from(y, "base64url")]);
/** As `openssl ecparam -genkey` writes it, and Stoat's documentation tells to encode it. */
const pem = privateKey.export({ format: "pem", type: "sec1" });
const stoatConfig = `[files]\n[pushd.vapid]\nprivate_key = "${Buffer.from(pem).toString("base64")}"\npublic_key = ""\n`;

/** Imports an instance in which Ben has a browser and Anna a phone. */
async function importInto(engine: Engine, vapidKey: string) {
  const service = await openPushService();
  const browser = service.newBrowser();
  const instance = await makeInstance();
  const [annas, bens] = instance.collections.sessions;
  const phone = { endpoint: "fcm", p256dh: "", auth: "t".repeat(100) };
  const sessions = [
    { ...annas, subscription: phone },
    { ...bens, subscription: browser.subscription },
  ];
  const home = await newHome(engine);
  const collections = { ...instance.collections, sessions };
  const { words } = prepareImport(home, { ...instance, collections }, "archive");
  const settings = join(home.dataDir, "Revolt.toml");
  writeFileSync(settings, stoatConfig);
  const variables = { ERMINE_SECRETS_VAPID_PRIVATE_KEY: vapidKey };
  const imported = await runErmine(home, [...words, "--stoat-config", settings], variables);
  const config = { ...service.config, ...(vapidKey !== "" && { secrets: { vapid_private_key: vapidKey } }) };
  const server = await openServer(engine, { home, config });
  const subscriptionOf = async (session: { readonly _id: string } | undefined) =>
    (await server.running.store.read((db) => findSession(db, session?._id ?? "")))?.subscription;
  const subscriptions = { phone: await subscriptionOf(annas), browser: await subscriptionOf(bens) };
  const dispose = async () => {
    await server[Symbol.asyncDispose]();
    await service[Symbol.asyncDispose]();
    home.remove();
  };
  return { instance, imported, server, browser, subscriptions, [Symbol.asyncDispose]: dispose };
}

describe.each([...anyEngine])("push subscriptions of an instance of Stoat on %s", (engine) => {
  test("browsers stay subscribed if Ermine has the key of the old instance, and phones do not", async () => {
    await using moved = await importInto(engine, oldKey);
    const { instance, imported, server, browser, subscriptions } = moved;
    expect(imported.code).toBe(0);
    expect(imported.stderr).not.toContain("Push subscriptions were not taken");
    expect(imported.stderr + imported.stdout).not.toContain(oldKey);
    expect(subscriptions.phone).toBeNull();
    const path = `/channels/${instance.ids.direct}/messages`;
    await server.client.post(path, { content: "Still there?" }, { token: instance.tokens.anna });
    expect(await takeNotificationBodies(server, browser)).toEqual([["Still there?"]]);
    const [request] = browser.requests;
    expect(readVapid(request?.headers.authorization).key).toBe(publicKey.toString("base64url"));
  });

  test("without that key nobody stays subscribed, and the command says so", async () => {
    await using moved = await importInto(engine, "");
    expect(moved.imported.code).toBe(0);
    expect(moved.imported.stderr).toContain("Push subscriptions were not taken");
    expect(moved.subscriptions).toEqual({ phone: null, browser: null });
  });
});

test("the documented command prints the key as Ermine has it", async () => {
  const home = await newHome("sqlite");
  writeFileSync(join(home.dataDir, "Revolt.toml"), stoatConfig);
  const page = readFileSync(join(import.meta.dir, "../../docs/operating/moving-from-stoat.md"), "utf8");
  const [, command = ""] = /## Push notifications.*?```sh\n(.*?)```/s.exec(page) ?? [];
  const { stdout, exitCode } = Bun.spawnSync(["sh", "-c", command], { cwd: home.dataDir });
  expect({ exitCode, key: stdout.toString().trim() }).toEqual({ exitCode: 0, key: oldKey });
  home.remove();
});
