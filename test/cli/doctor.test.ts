import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { chmodSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createLog } from "../../src/platform/log/log.ts";
import type { SystemTables } from "../../src/store/system-tables.ts";
import { writeGeoIpFile } from "../support/accounts/geoip-file.ts";
import { openInbox } from "../support/accounts/inbox.ts";
import { newAccount } from "../support/accounts/people.ts";
import { setSynchronousCommit } from "../support/database/databases.ts";
import { hasS3, newS3Prefix } from "../support/files/s3.ts";
import { unreachableUrl } from "../support/http/http-stub.ts";
import { makeCertificate } from "../support/http/make-certificate.ts";
import { issued, selfSigned } from "../support/http/test-certificates.ts";
import { newRole } from "../support/oidc/groups.ts";
import { configFor, openIdentityProvider } from "../support/oidc/identity-provider.ts";
import { openLyingProvider } from "../support/oidc/lying-provider.ts";
import { runErmine, startErmine } from "../support/processes/program.ts";
import { anyEngine } from "../support/run/thorough.ts";
import { engines, newHome } from "../support/server/engines.ts";
import { openReverseProxy } from "../support/server/reverse-proxy.ts";
import { runCommand } from "../support/server/run-command.ts";
import { openServer, type TestServer } from "../support/server/server.ts";
import { minutes } from "../support/server/test-clock.ts";
import { newCommunity } from "../support/servers/communities.ts";

setDefaultTimeout(60_000);

const isS3Here = await hasS3();

interface Line {
  readonly state: string;
  readonly check: string;
  readonly text: string;
  readonly advice: string;
}

/** Runs the doctor while a server runs, and returns its exit code and its lines by check. */
async function examine(
  { home, running }: Pick<TestServer, "home" | "running">,
  more: Record<string, string> = {},
  ...words: string[]
) {
  const variables = { ERMINE_PORT: `${running.port}`, ...more };
  const { code, stdout, stderr } = await runErmine(home, ["doctor", ...words, "--json"], variables);
  const lines: Line[] = JSON.parse(stdout);
  return { code, stderr, lines: Object.fromEntries(lines.map((line) => [line.check, line])), all: lines };
}

describe.each([...engines])("ermine doctor on %s", (engine) => {
  test("finds a healthy server well, through a proxy that it believes", async () => {
    await using proxy = await openReverseProxy(() => server.running.port, { forwards: true, upgrades: true });
    await using server = await openServer(engine, {
      config: { public_url: proxy.url, trusted_proxies: ["127.0.0.1"] },
    });
    const { code, lines } = await examine(server, {
      ERMINE_PUBLIC_URL: proxy.url,
      ERMINE_TRUSTED_PROXIES: "127.0.0.1",
    });
    const states = Object.values(lines).map(({ check, state }) => `${check}: ${state}`);
    expect(states).toEqual([
      ...["configuration: ok", "data directory: ok", "disk: ok", "address: ok", "database: ok", "clock: ok"],
      // Browsers allow notifications only over https.
      ...[
        "push: warning",
        "files: ok",
        "backups: warning",
        "mail: ok",
        "public URL: ok",
        "event stream: ok",
        "client address: ok",
      ],
      "voice: ok",
    ]);
    expect(code).toBe(0);
    expect(lines["client address"]?.text).toBe("203.0.113.7, reported by 127.0.0.1");
    expect(lines.database?.text).toMatch(/^(SQLite|PostgreSQL) [\d.]+.*, a write takes \d+ ms$/);
    const plain = await runErmine(server.home, ["doctor"], { ERMINE_PORT: `${server.running.port}` });
    expect(plain.stdout).toMatch(/^ok +database +/m);
    expect(plain.stderr).toMatch(/^0 failures, \d warnings\n$/);
  });
});

describe.each([...anyEngine])("ermine doctor on %s", (engine) => {
  test("says what is wrong with a proxy", async () => {
    await using proxy = await openReverseProxy(() => server.running.port, {
      forwards: true,
      upgrades: false,
    });
    await using server = await openServer(engine, { config: { public_url: proxy.url } });
    const { code, lines } = await examine(server, { ERMINE_PUBLIC_URL: proxy.url });
    expect(code).toBe(1);
    expect(lines["event stream"]).toMatchObject({
      state: "failure",
      advice: expect.stringContaining("Upgrade"),
    });
    expect(lines["client address"]).toMatchObject({
      state: "failure",
      text: expect.stringContaining("203.0.113.7, but the proxy is not trusted"),
      advice: "Add 127.0.0.1 to trusted_proxies.",
    });
    await using other = await openServer(engine);
    const wrong = await examine(server, { ERMINE_PUBLIC_URL: other.url });
    expect(wrong.lines["public URL"]).toMatchObject({
      state: "failure",
      text: expect.stringContaining("is another server"),
    });
    const nowhere = await examine(server, { ERMINE_PUBLIC_URL: await unreachableUrl() });
    expect(nowhere.lines["public URL"]?.state).toBe("failure");
    expect(nowhere.lines).not.toHaveProperty("event stream");
  });

  test("believes a trusted proxy on the machine of the client", async () => {
    const client = "127.0.0.1";
    await using proxy = await openReverseProxy(() => server.running.port, {
      forwards: true,
      client,
      upgrades: true,
    });
    await using server = await openServer(engine, {
      config: { public_url: proxy.url, trusted_proxies: [client] },
    });
    const { lines } = await examine(server, { ERMINE_PUBLIC_URL: proxy.url });
    expect(lines["client address"]).toMatchObject({
      state: "ok",
      text: "127.0.0.1, reported by 127.0.0.1",
    });
  });

  test("tells nobody else how addresses are seen", async () => {
    await using server = await openServer(engine);
    const ask = async (token?: string) =>
      (await fetch(`${server.url}/health/address`, { headers: token ? { "x-ermine-probe": token } : {} }))
        .status;
    const { probeToken } = server.running.services.secrets;
    expect([await ask(), await ask("guess"), await ask("0".repeat(64)), await ask(probeToken)]).toEqual([
      404, 404, 404, 200,
    ]);
  });

  test("warns of a clock that went backwards, as the server does at its start", async () => {
    const lines: string[] = [];
    await using first = await openServer(engine);
    // The job that notes the time has run then.
    first.clock.advance(minutes(10));
    await first.drain();
    await first.running.store.write((tx) =>
      tx
        .sql<SystemTables>()
        .updateTable("meta")
        .set({ value: `${Date.now() + 3_600_000}` })
        .where("key", "=", "latest_time")
        .execute(),
    );
    const { lines: found } = await examine(first);
    expect(found.clock).toMatchObject({
      state: "warning",
      text: expect.stringMatching(/^3[56]\d\d s behind/),
    });
    await first.stop();
    const log = createLog("silent").child({});
    log.warn = ((_: object, text: string) => lines.push(text)) as never;
    const again = await openServer(engine, { home: first.home, log });
    await again.stop();
    expect(lines.filter((line) => line.startsWith("the clock is behind"))).toHaveLength(1);
  });
});

describe.if(engines.includes("postgres"))("ermine doctor on PostgreSQL", () => {
  test("warns of commits that are confirmed before they are on disk, as the server does at its start", async () => {
    await using server = await openServer("postgres");
    await server.running.store.write((tx) => setSynchronousCommit(tx.sql(), "off"));
    const { lines } = await examine(server);
    expect(lines.database).toMatchObject({
      state: "warning",
      text: expect.stringContaining("synchronous_commit is off"),
    });
    await server.stop();
    const warned: string[] = [];
    const log = createLog("silent").child({});
    log.warn = ((text: string) => warned.push(text)) as never;
    const again = await openServer("postgres", { home: server.home, log });
    await again.stop();
    expect(warned.filter((line) => String(line).startsWith("synchronous_commit"))).toHaveLength(1);
  });
});

describe("ermine doctor", () => {
  test("asks the providers of sign-ins, and shows both issuers where they differ", async () => {
    await using provider = await openLyingProvider();
    await using server = await openServer("sqlite");
    const examineWith = async (issuer: string) => {
      const providers = [{ id: "acme", name: "Acme", issuer, client_id: "ermine" }];
      const { lines } = await examine(server, {
        ERMINE_OIDC_PROVIDERS: JSON.stringify(providers),
        ERMINE_OUTBOUND_ALLOW_PRIVATE_HOSTS: "127.0.0.1",
      });
      return lines["sign-in"];
    };
    expect(await examineWith(provider.issuer)).toMatchObject({ state: "ok" });
    const wrong = await examineWith(`${provider.issuer}/`);
    expect(wrong?.state).toBe("failure");
    expect(wrong?.text).toContain(JSON.stringify(provider.issuer));
    expect(wrong?.text).toContain(JSON.stringify(`${provider.issuer}/`));
    await provider[Symbol.asyncDispose]();
    const down = await examineWith(provider.issuer);
    expect(down).toMatchObject({ state: "failure", advice: expect.stringContaining("the provider acme") });
    expect(down?.text).toContain("cannot be reached");
  });

  test("reads the GeoIP databases, and warns of one that cannot be read", async () => {
    await using server = await openServer("sqlite");
    const [whole, broken] = ["whole.mmdb", "broken.mmdb"].map((name) => join(server.home.dataDir, name));
    writeGeoIpFile(whole ?? "", { "203.0.113.0/24": { country_code: "GB" } }, { ipVersion: 4, type: "Test" });
    writeFileSync(broken ?? "", "no database");
    const { code, all } = await examine(server, {
      ERMINE_ACCOUNTS_GEOIP_DATABASES: `${whole},${broken},${whole}.gone`,
      ERMINE_COMMUNITY_SERVER: "01JABCDEFGHJKMNPQRSTVWXYZ0",
    });
    expect(all.filter(({ check }) => check === "GeoIP")).toMatchObject([
      { state: "ok", text: `${whole}: Test of 2026-05-28, without IPv6` },
      { state: "warning", text: expect.stringContaining(`${broken}: `) },
      { state: "warning", text: expect.stringContaining("ENOENT") },
    ]);
    expect(all.find(({ check }) => check === "community")).toMatchObject({
      state: "warning",
      text: "community.server: there is no server 01JABCDEFGHJKMNPQRSTVWXYZ0, so new accounts join none",
      advice: expect.stringContaining("ermine servers list"),
    });
    // They are warnings: nobody is kept from anything.
    expect(code).toBe(0);
  });

  test("says what of groups and logouts a provider does not fit", async () => {
    await using provider = await openIdentityProvider();
    await using server = await openServer("sqlite");
    const community = await newCommunity(server);
    const role = await newRole(server, community);
    const given = { group: "staff", server: community.id };
    const keys = {
      groups_claim: "groups",
      group_roles: [
        { ...given, role },
        { ...given, role: "GONE" },
      ],
    };
    const { oidc } = configFor(provider, keys);
    const findingsWith = async (more: object) => {
      const { all } = await examine(server, {
        ERMINE_OIDC_PROVIDERS: JSON.stringify(oidc.providers.map((each) => ({ ...each, ...more }))),
        ERMINE_OUTBOUND_ALLOW_PRIVATE_HOSTS: "127.0.0.1",
        ERMINE_PUBLIC_URL: "https://chat.example.org",
      });
      return all.filter(({ check }) => check === "sign-in");
    };
    expect(await findingsWith({})).toMatchObject([
      {
        state: "ok",
        text: expect.stringContaining("https://chat.example.org/api/auth/oidc/acme/backchannel-logout"),
      },
      { state: "warning", text: "acme: groups_claim is groups, and scopes lacks groups" },
      { state: "failure", text: expect.stringContaining("the role GONE") },
    ]);
    for (const [wrong, client] of [
      [{ client_secret: "a wrong secret" }, "ermine"],
      [{ client_id: "somebody" }, "somebody"],
    ] as const)
      expect(await findingsWith(wrong)).toMatchObject([
        {
          state: "failure",
          text: `acme: ${provider.issuer} does not know the client ${client}, or refuses its secret`,
        },
      ]);
  });

  test("counts the accounts that link_by_email does not lead to", async () => {
    await using provider = await openIdentityProvider();
    await using server = await openServer("sqlite");
    const providers = configFor(provider, { link_by_email: true }).oidc.providers;
    const { id } = await newAccount(server);
    const warnings = async (more: Record<string, string> = {}) => {
      const { all } = await examine(server, {
        ERMINE_OIDC_PROVIDERS: JSON.stringify(providers),
        ERMINE_OUTBOUND_ALLOW_PRIVATE_HOSTS: "127.0.0.1",
        ...more,
      });
      const own = all.filter(({ check, state }) => check === "sign-in" && state === "warning");
      return own.map(({ text }) => text);
    };
    const verifiedOnly = "acme: link_by_email leads to verified addresses only.";
    expect(await warnings()).toEqual([
      `${verifiedOnly} Without mail, no address is verified. Accounts with an unverified address: 1`,
    ]);
    const mail = { ERMINE_SMTP_FOLDER: server.home.dataDir };
    expect(await warnings(mail)).toEqual([`${verifiedOnly} Accounts with an unverified address: 1`]);
    await runCommand(server, "accounts", "verify", id);
    expect(await warnings(mail)).toEqual([]);
  });

  test("without a database says so, creates nothing, and checks the rest of the machine", async () => {
    const home = await newHome("sqlite");
    chmodSync(home.dataDir, 0o755);
    const { code, lines } = await examine(
      { home, running: { port: 1 } as never },
      { ERMINE_HOST: "0.0.0.0" },
    );
    expect(code).toBe(1);
    expect(lines["data directory"]).toMatchObject({ state: "warning", advice: `chmod 700 ${home.dataDir}` });
    expect(lines.address).toMatchObject({ state: "warning", advice: expect.stringContaining("public_url") });
    expect(lines.database).toMatchObject({
      state: "failure",
      text: expect.stringContaining(join(home.dataDir, "ermine.db")),
    });
    const elsewhere = { ERMINE_DATA_DIR: join(home.dataDir, "missing") };
    const missing = await examine({ home, running: { port: 1 } as never }, elsewhere);
    expect(missing.lines["data directory"]).toMatchObject({
      state: "failure",
      advice: expect.stringMatching(/^Create .*missing/),
    });
    expect(readdirSync(home.dataDir)).toEqual([]);
    home.remove();
  });

  test("says what to do about certificates of the public address and of the mail server", async () => {
    await using server = await openServer("sqlite");
    const lineOf = async (check: string, more: Record<string, string> = {}, run = runErmine) => {
      const { code, stdout } = await run(server.home, ["doctor", "--json"], more);
      expect(code).toBe(1);
      return (JSON.parse(stdout) as Line[]).find((line) => line.check === check);
    };
    const serve = (tls: { cert: string; key: string }) =>
      Bun.serve({ port: 0, hostname: "127.0.0.1", tls, fetch: () => new Response() });
    const servers = [selfSigned, issued].map(serve);
    const [own, ofUnknown] = servers.map(({ port }) => ({ ERMINE_PUBLIC_URL: `https://127.0.0.1:${port}` }));
    try {
      expect(await lineOf("public URL", own)).toMatchObject({
        state: "failure",
        text: expect.stringContaining("the certificate of the server in public_url is self-signed"),
        advice: expect.stringContaining("Let's Encrypt"),
      });
      expect(await lineOf("public URL", ofUnknown)).toMatchObject({
        text: expect.stringContaining("comes without its chain"),
        advice: expect.stringContaining("fullchain.pem"),
      });
      const file = join(server.home.dataDir, "authority.pem");
      writeFileSync(file, selfSigned.cert);
      // A process reads this variable once.
      const trusting = { ...own, NODE_EXTRA_CA_CERTS: file };
      expect(await lineOf("public URL", trusting, startErmine)).toMatchObject({
        text: expect.stringContaining("is for another name"),
        advice: expect.stringContaining("public_url"),
      });
      const mail = {
        ERMINE_SMTP_HOST: "127.0.0.1",
        ERMINE_SMTP_PORT: `${servers[0]?.port}`,
        ERMINE_SMTP_TLS: "implicit",
      };
      expect(await lineOf("mail", mail)).toMatchObject({
        text: expect.stringContaining("the certificate of the server in smtp.host is self-signed"),
        advice: expect.stringContaining("smtp.verify_certificate"),
      });
    } finally {
      await Promise.all(servers.map((each) => each.stop(true)));
    }
  });

  test("warns 21 days before a certificate expires, and fails on the last one", async () => {
    await using server = await openServer("sqlite");
    for (const [days, state, text] of [
      [30, "ok", /^localhost:\d+: expires on \d{4}-\d\d-\d\d, in 30 days$/],
      [20, "warning", /in 20 days$/],
      [0, "failure", /in 0 days$/],
      [-2, "failure", /expired on/],
    ] as const) {
      const tls = makeCertificate(Date.now() + (days + 0.5) * 86_400_000);
      const website = Bun.serve({ port: 0, hostname: "127.0.0.1", tls, fetch: () => new Response() });
      const { lines } = await examine(server, { ERMINE_PUBLIC_URL: `https://localhost:${website.port}` });
      await website.stop(true);
      expect(lines.certificate).toMatchObject({ state, text: expect.stringMatching(text) });
    }
  });

  test("logs in at the mail server, sends a mail on request, and reports a refused login", async () => {
    await using server = await openServer("sqlite");
    await using inbox = await openInbox({
      disabledCommands: ["STARTTLS"],
      allowInsecureAuth: true,
      onAuth: ({ password }, _, done) =>
        password === "right" ? done(null, { user: 1 }) : done(new Error("no")),
    });
    const smtp = (password: string) => ({
      ERMINE_SMTP_HOST: "127.0.0.1",
      ERMINE_SMTP_PORT: `${inbox.port}`,
      ERMINE_SMTP_TLS: "none",
      ERMINE_SMTP_USERNAME: "ermine",
      ERMINE_SMTP_PASSWORD: password,
    });
    const quiet = await examine(server, smtp("right"));
    expect(quiet.lines.mail?.state).toBe("ok");
    expect(inbox.received).toEqual([]);
    const sent = await examine(server, smtp("right"), "--send-to", "me@example.com");
    expect(sent.lines.mail?.state).toBe("ok");
    expect(inbox.received).toMatchObject([{ to: "me@example.com" }]);
    const refused = await examine(server, smtp("wrong"));
    expect(refused.code).toBe(1);
    expect(refused.lines.mail).toMatchObject({ state: "failure", advice: expect.stringContaining("[smtp]") });
    expect(JSON.stringify(refused.lines)).not.toContain("wrong");
    const off = await examine(server, {}, "--send-to", "me@example.com");
    expect(off.lines.mail).toMatchObject({ state: "failure", text: "smtp.host is empty" });
  });

  test.if(isS3Here)("writes and reads in the bucket, and names a bucket that does not exist", async () => {
    await using server = await openServer("sqlite");
    const s3 = await newS3Prefix();
    const variables = (bucket: string) => ({
      ERMINE_S3_BUCKET: bucket,
      ERMINE_S3_ENDPOINT: s3.endpoint,
      ERMINE_S3_REGION: s3.region,
      ERMINE_S3_ACCESS_KEY_ID: s3.access_key_id,
      ERMINE_S3_SECRET_ACCESS_KEY: s3.secret_access_key,
      ERMINE_S3_PREFIX: s3.prefix,
    });
    const well = await examine(server, variables(s3.bucket));
    expect(well.lines.S3).toMatchObject({ state: "ok", text: `bucket ${s3.bucket} at ${s3.endpoint}` });
    const wrong = await examine(server, variables("no-such-bucket"));
    expect(wrong.lines.S3).toMatchObject({ state: "failure", text: expect.stringContaining("NoSuchBucket") });
  });
});
