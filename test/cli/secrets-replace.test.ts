import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { createECDH, randomBytes } from "node:crypto";
import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { logIn, newUser, type Person } from "../support/accounts/people.ts";
import { nextCode, turnOnTotp } from "../support/accounts/second-factor.ts";
import { backUpTo, newTarget, run } from "../support/backups/backups.ts";
import { newBot } from "../support/bots/bots.ts";
import { newRoom } from "../support/messages/sending.ts";
import { startRefusal } from "../support/processes/kill-when.ts";
import { environmentOf, mainFile, rowsOf, runErmine } from "../support/processes/program.ts";
import { startProcess } from "../support/processes/server-process.ts";
import { anyEngine, preferPostgres } from "../support/run/thorough.ts";
import { thoroughTest } from "../support/run/thorough-test.ts";
import type { TestHome } from "../support/server/engines.ts";
import { openServer, type TestServer } from "../support/server/server.ts";
import { execute, newWebhook } from "../support/webhooks/webhooks.ts";

setDefaultTimeout(120_000);

const secretsOf = ({ dataDir }: TestHome) => join(dataDir, "secrets.json");

function newSubscription(endpoint = "https://push.example.com/one") {
  const browser = createECDH("prime256v1");
  browser.generateKeys();
  return {
    endpoint,
    p256dh: browser.getPublicKey("base64url"),
    auth: randomBytes(16).toString("base64url"),
  };
}

/** A server with one of everything that the secrets seal, and mail that waits. */
async function fill(server: TestServer) {
  const { client } = server;
  const room = await newRoom(server);
  const [ann, ben] = [await newUser(server), await newUser(server)];
  await turnOnTotp(server, ann);
  const ticket = await client.put("/auth/mfa/ticket", { password: "a good password 1" }, ben);
  await client.patch("/auth/mfa/recovery", {}, { token: ben.token, ticket: ticket.body.token });
  for (const [person, endpoint] of [
    [ann, undefined],
    [ben, "fcm"],
  ] as const)
    expect((await client.post("/push/subscribe", newSubscription(endpoint), person)).status).toBe(204);
  const bot = await newBot(server, ann);
  const webhook = await newWebhook(server, room.owner, { channel: room.channel });
  return { room, ann, ben, bot, webhook };
}

const lost = [
  { what: "second factors", count: 1 },
  { what: "sets of recovery codes", count: 1 },
  { what: "tokens of bots", count: 1 },
  { what: "tokens of webhooks", count: 1 },
  { what: "browsers with notifications", count: 1 },
  { what: "queued mails", count: 0 },
  { what: "refresh tokens of identity providers", count: 0 },
];

async function expectToWork(home: TestHome, filled: Awaited<ReturnType<typeof fill>>, server: TestServer) {
  const { client } = server;
  const { ann, ben, bot, webhook, room } = filled;
  const again: Person = await logIn(server, ann.email);
  const secret = await turnOnTotp(server, again);
  const asked = await client.post("/auth/session/login", { email: ann.email, password: "a good password 1" });
  expect(asked.body).toMatchObject({ result: "MFA" });
  const confirmed = { mfa_ticket: asked.body.ticket, mfa_response: { totp_code: nextCode(server, secret) } };
  expect((await client.post("/auth/session/login", confirmed)).body).toMatchObject({ result: "Success" });
  expect((await client.get("/auth/mfa/", ben)).body).toMatchObject({ recovery_active: false });
  const withToken = (token: string) => client.get("/users/@me", { headers: { "x-bot-token": token } });
  expect((await withToken(bot.token)).status).toBe(200);
  expect((await client.get("/bots/@me", ann)).body.bots[0].token).toBe("");
  const { body: renewed } = await client.patch(`/bots/${bot.id}`, { remove: ["Token"] }, ann);
  expect((await withToken(renewed.token)).status).toBe(200);
  expect((await withToken(bot.token)).status).toBe(401);
  expect((await execute(server, webhook, { content: "Still here." })).status).toBe(200);
  const webhooks = await client.get(`/channels/${room.channel}/webhooks`, room.owner);
  expect(webhooks.body).toMatchObject([{ id: webhook.id, token: null }]);
  expect((await newWebhook(server, room.owner, { channel: room.channel })).token).toHaveLength(64);
  const notified = async (person: Person) =>
    (await rowsOf(home, "accounts", "sessions", person.id)).filter((session) => session.notified).length;
  expect([await notified(ann), await notified(ben)]).toEqual([0, 1]);
}

describe.each([...preferPostgres])("lost secrets on %s", (engine) => {
  test("nothing is written until they are replaced, and then everything works again", async () => {
    const first = await openServer(engine);
    const { home } = first;
    try {
      const filled = await fill(first);
      const fitting = await runErmine(home, ["secrets", "replace", "--yes"]);
      expect(fitting).toMatchObject({ code: 1, stderr: expect.stringContaining("nothing is lost") });
      rmSync(secretsOf(home));
      const running = await runErmine(home, ["secrets", "replace", "--yes"]);
      expect(running).toMatchObject({
        code: 1,
        stderr: expect.stringContaining("Another server is running"),
      });
      await first.stop();

      expect(await startRefusal(home)).toMatch(/secrets\.json is missing.*`ermine secrets replace`/);
      expect(await runErmine(home, ["backup"])).toMatchObject({ code: 1 });
      const { code, stdout, stderr } = await runErmine(home, ["secrets", "replace"]);
      expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
      expect(stderr).toContain("Pass --yes");
      for (const { what, count } of lost) expect(stderr).toContain(`${count} ${what}: `);
      expect(existsSync(secretsOf(home))).toBe(false);

      const replaced = await run(home, "secrets", "replace", "--yes");
      const counts = (rows: typeof lost) => rows.toSorted((a, b) => a.what.localeCompare(b.what));
      const rows = JSON.parse(replaced.stdout) as typeof lost;
      expect(counts(rows.map(({ what, count }) => ({ what, count })))).toEqual(counts(lost));
      expect(replaced.stderr).toContain("make a backup");
      const [action] = await rowsOf(home, "audit");
      expect(action).toMatchObject({ action: "secrets replace" });
      expect(JSON.stringify(action)).toContain("second factors");

      await using server = await openServer(engine, { home });
      await expectToWork(home, filled, server);
    } finally {
      home.remove();
    }
  });
});

describe.each([...anyEngine])("lost secrets on %s", (engine) => {
  thoroughTest("an archive is restored without its passphrase", async () => {
    using target = await newTarget(engine);
    const first = await openServer(engine);
    const { home } = first;
    try {
      const filled = await fill(first);
      const file = join(target.folder, "passphrase");
      writeFileSync(file, "soon forgotten");
      const { archive } = await backUpTo(home, target.folder, "--passphrase-file", file);
      await first.stop();
      expect(await runErmine(target, ["restore", archive])).toMatchObject({
        code: 1,
        stderr: expect.stringContaining("--without-secrets"),
      });
      const restored = await run(target, "restore", archive, "--without-secrets");
      expect(restored.stderr).toContain("run `ermine secrets replace`");
      expect(existsSync(secretsOf(target))).toBe(false);
      expect(await startRefusal(target)).toContain("secrets.json is missing");
      await run(target, "secrets", "replace", "--yes");
      await using server = await openServer(engine, { home: target });
      await expectToWork(target, filled, server);
    } finally {
      home.remove();
    }
  });
});

test("mails that wait are counted and dropped, and the server sends later ones", async () => {
  const folder = { ERMINE_SMTP_HOST: "127.0.0.1", ERMINE_SMTP_PORT: "1" };
  const first = await openServer("sqlite");
  const { home } = first;
  try {
    await first.stop();
    {
      await using server = await startProcess(home, folder);
      const account = { email: "ann@example.com", password: "a good password 1" };
      expect((await server.client.post("/auth/account/create", account)).status).toBe(204);
    }
    rmSync(secretsOf(home));
    const rows: typeof lost = JSON.parse((await run(home, "secrets", "replace", "--yes")).stdout);
    expect(rows.find(({ what }) => what === "queued mails")).toMatchObject({ count: 1 });
    expect(await rowsOf(home, "jobs", "list")).not.toContainEqual(
      expect.objectContaining({ name: "send_mail" }),
    );
    await using _ = await startProcess(home, folder);
  } finally {
    home.remove();
  }
});

test("a terminal is asked, and only yes continues", async () => {
  const first = await openServer("sqlite");
  const { home } = first;
  try {
    await first.stop();
    rmSync(secretsOf(home));
    const answer = async (text: string) => {
      let shown = "";
      const child = Bun.spawn([process.execPath, mainFile, "secrets", "replace"], {
        cwd: home.dataDir,
        env: environmentOf(home),
        terminal: {
          data(terminal, bytes) {
            const before = shown;
            shown += new TextDecoder().decode(bytes);
            const question = 'Type "yes" to continue';
            if (shown.includes(question) && !before.includes(question)) terminal.write(`${text}\r`);
          },
        },
      });
      return { code: await child.exited, shown };
    };
    expect(await answer("no")).toMatchObject({
      code: 1,
      shown: expect.stringContaining("Nothing was changed"),
    });
    expect(existsSync(secretsOf(home))).toBe(false);
    expect(await answer("yes")).toMatchObject({ code: 0 });
    await using _ = await openServer("sqlite", { home });
  } finally {
    home.remove();
  }
});
