import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import packageFile from "../../package.json" with { type: "json" };
import { configKeys } from "../../src/config/keys.ts";
import { configSchema } from "../../src/config/schema.ts";
import { commands } from "../../src/domains/index.ts";
import { newestVersion } from "../../src/migrations/index.ts";
import { buildInfo } from "../../src/platform/program/build-info.ts";
import { rowsOf, runErmine, startErmine, tableOf } from "../support/processes/program.ts";
import { startProcess } from "../support/processes/server-process.ts";
import { engines, newHome } from "../support/server/engines.ts";

setDefaultTimeout(60_000);

async function openHome(engine: (typeof engines)[number] = "sqlite") {
  const home = await newHome(engine);
  return { ...home, [Symbol.dispose]: home.remove };
}

/** A home with a database and secrets. */
async function openUsedHome(engine?: (typeof engines)[number]) {
  const home = await openHome(engine);
  await rowsOf(home, "migrate", "--create");
  return home;
}

describe.each([...engines])("ermine migrate on %s", (engine) => {
  test("migrates to the current schema, and then does nothing", async () => {
    using home = await openHome(engine);
    const to = newestVersion;
    expect(await tableOf(home, "migrate", "--create")).toEqual([{ from: "0", to: `${to}`, snapshot: "-" }]);
    expect(await rowsOf(home, "migrate")).toEqual([{ from: to, to, snapshot: null }]);
  });
});

describe("ermine config check", () => {
  const secret = "never-print-this";

  test("shows every key and whether it differs from the default, but no secret", async () => {
    using home = await openHome();
    const keys = configKeys(configSchema);
    const secrets = keys.filter(({ key, schema }) => schema.secret && key !== "database_url");
    expect(secrets.length).toBeGreaterThan(3);
    const variables = {
      ...Object.fromEntries(secrets.map(({ variable }) => [variable, secret])),
      ERMINE_DATABASE_URL: `postgres://ermine:${secret}@127.0.0.1/ermine`,
      ERMINE_REDIS_URL: `redis://ermine:${secret}@127.0.0.1`,
      ERMINE_TRUSTED_PROXIES: "10.0.0.0/8",
      ERMINE_PROT: "80",
    };
    const table = await runErmine(home, ["config", "check"], variables);
    const json = await runErmine(home, ["config", "check", "--json"], variables);
    for (const { code, stdout, stderr } of [table, json]) {
      const warning = "ERMINE_PROT is not a key of Ermine and has no effect. Did you mean ERMINE_PORT?\n";
      expect({ code, stderr }).toEqual({ code: 0, stderr: warning });
      expect(stdout).not.toContain(secret);
    }
    const rows: unknown[] = JSON.parse(json.stdout);
    expect(rows).toHaveLength(keys.length + 1);
    expect(rows).toContainEqual({ key: "port", value: "8080", changed: false });
    expect(rows).toContainEqual({ key: "trusted_proxies", value: '["10.0.0.0/8"]', changed: true });
    expect(rows).toContainEqual({ key: "database_url", value: "(hidden)", changed: true });
    for (const { key } of secrets) expect(rows).toContainEqual({ key, value: "(hidden)", changed: true });
    expect(rows).toContainEqual({ key: "ERMINE_PROT", value: "(unknown key)", changed: true });
    expect(table.stdout).toMatch(/^key +value +changed\n/);
    expect(table.stdout).toMatch(/^smtp\.password +\(hidden\) +yes$/m);
    expect(table.stdout).toMatch(/^port +8080 +no$/m);
  });

  test("opens no database and creates no files", async () => {
    using home = await openHome();
    expect((await runErmine(home, ["config", "check"])).code).toBe(0);
    expect(existsSync(join(home.dataDir, "ermine.db"))).toBe(false);
    expect(existsSync(join(home.dataDir, "secrets.json"))).toBe(false);
  });
});

describe("ermine health", () => {
  test("succeeds only while a server runs", async () => {
    using home = await openHome();
    await using server = await startProcess(home);
    const { port } = new URL(server.url);
    const ready = await runErmine(home, ["health", "--json"], { ERMINE_PORT: port });
    expect(ready).toMatchObject({ code: 0, stderr: "" });
    expect(JSON.parse(ready.stdout)).toEqual([{ url: `http://127.0.0.1:${port}/ready`, ready: true }]);
    server.kill("SIGTERM");
    await server.exited;
    const absent = await startErmine(home, ["health"], { ERMINE_PORT: port });
    expect(absent).toMatchObject({ code: 1, stdout: "" });
    expect(absent.stderr).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/ready does not answer: .*\n$/);
  });
});

test("ermine --version names the version, the commit and Bun", async () => {
  using home = await openHome();
  const { code, stdout } = await startErmine(home, ["--version"]);
  expect(code).toBe(0);
  expect(stdout).toBe(`ermine ${packageFile.version}, commit ${buildInfo().commit}, Bun ${Bun.version}\n`);
});

describe("ermine help", () => {
  test("lists every command with its arguments", async () => {
    using home = await openHome();
    const help = await runErmine(home, ["help"]);
    const option = await runErmine(home, ["accounts", "create", "--help"]);
    const nothing = await startErmine(home, []);
    const lines = help.stdout.split("\n");
    for (const { words, doc } of commands) {
      const line = lines.find((each) => each.startsWith(`  ermine ${words.join(" ")} `));
      expect(line).toEndWith(`  ${doc}`);
    }
    for (const words of ["serve", "migrate", "migrate-store", "config check", "print-docs"])
      expect(help.stdout).toContain(`ermine ${words} `);
    expect(help.stdout).toContain("ermine accounts create <email> [--password …]");
    expect(option.code).toBe(0);
    expect(option.stdout).toMatch(/^Usage: ermine accounts create <email> \[--password …\]\n/);
    expect(option.stdout).toMatch(/--password … +the password; by default one is generated/);
    expect(nothing).toEqual({ ...help, code: 2, stderr: "" });
  });

  test("comes for -h, at any place", async () => {
    using home = await openHome();
    const run = (line: string) => runErmine(home, line.split(" "));
    const help = await run("help");
    expect(help.code).toBe(0);
    for (const line of ["-h", "help -h"]) expect(await run(line)).toEqual(help);
    const command = await run("accounts create -h");
    expect(command.stdout).toStartWith("Usage: ermine accounts create <email> ");
    expect(command).toEqual(await run("help accounts create"));
  });

  test("lists the commands of a group, and says when there is none", async () => {
    using home = await openHome();
    const run = (line: string) => runErmine(home, line.split(" "));
    const [help, half, halfJson] = [
      await run("help accounts"),
      await run("accounts"),
      await run("accounts --json"),
    ];
    const words = [...help.stdout.matchAll(/^ {2}ermine (\w+)/gm)].map(([, word]) => word);
    expect(words.length).toBeGreaterThan(3);
    expect(new Set(words)).toEqual(new Set(["accounts"]));
    expect(help).toMatchObject({ code: 0, stderr: "" });
    // Half of a command does nothing, which a script must notice.
    for (const result of [half, halfJson]) expect(result).toMatchObject({ ...help, code: 2 });
    // A command that others begin with.
    const { stdout } = await runErmine(home, ["help", "backup"]);
    expect(stdout).toStartWith("Usage: ermine backup ");
    expect(stdout).toContain("  ermine backup verify ");
    for (const line of ["help nonsense", "nonsense --help", "help acounts list", "help accounts nonsense"]) {
      const refused = await runErmine(home, line.split(" "));
      expect(refused).toMatchObject({ code: 1, stdout: "" });
      expect(refused.stderr).toMatch(/^unknown command: /);
    }
    expect((await runErmine(home, ["help", "acounts", "list"])).stderr).toContain("`ermine accounts list`");
  });
});

// Most tests run their commands in processes that run many commands.
describe("a command in its own process", () => {
  test.each(["accounts list", "policy list --json", "users show nobody", "reports list --limit many"])(
    "has the same output and exit code: %s",
    async (line) => {
      using home = await openUsedHome();
      await rowsOf(home, "accounts", "create", "ann@example.com");
      const words = line.split(" ");
      expect(await startErmine(home, words)).toEqual(await runErmine(home, words));
    },
  );
});

describe("a command that fails", () => {
  /** The first line is a readable message, without stack trace or source location. */
  function expectOneClearLine(
    { code, stdout, stderr }: Awaited<ReturnType<typeof runErmine>>,
    message: RegExp,
  ): void {
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(
      stderr
        .split("\n")
        .slice(0, message.multiline ? 2 : 1)
        .join("\n"),
    ).toMatch(message);
    expect(stderr).not.toMatch(/^\s+at |\.ts\b|node_modules|^error:/m);
  }

  const cases: [words: string, message: RegExp][] = [
    ["frobnicate now", /^unknown command: frobnicate now$/],
    ["backup create", /^`ermine help backup` lists the commands\.$/m],
    ["acounts list", /^unknown command: acounts list\nDid you mean `ermine accounts list`\?$/m],
    ["user shwo nobody", /^Did you mean `ermine users show`\?$/m],
    ["migrate twice", /^unknown command: migrate twice$/],
    ["accounts create", /^wrong number of arguments$/],
    ["accounts list --sorted yes", /--sorted/],
    ["accounts create ann", /^not an e-mail address: ann$/],
    ["accounts create there@example.com", /^there@example\.com already has an account$/],
    ["accounts create ann@example.com --password password123", /leaked/],
    ["accounts disable nobody@example.com", /^no account has the id or e-mail address nobody@example\.com$/],
    ["accounts delete nobody", /^no account has the id or e-mail address nobody$/],
    ["invites create --uses 0", /^--uses must be a whole number of at least 1$/],
    ["invites revoke nothing", /^no invite has the code nothing$/],
  ];

  test("reports mistakes of the operator", async () => {
    using home = await openUsedHome();
    await rowsOf(home, "accounts", "create", "there@example.com");
    for (const [words, message] of cases)
      expectOneClearLine(await runErmine(home, words.split(" ")), message);
    expect(await rowsOf(home, "accounts", "list")).toHaveLength(1);
    expect(await rowsOf(home, "invites", "list")).toEqual([]);
  });

  test("reports errors of the machine", async () => {
    using home = await openHome();
    const file = join(home.dataDir, "file");
    writeFileSync(file, "not a database, and long enough to be recognized as none");
    const list = (more: Record<string, string>) => runErmine(home, ["accounts", "list"], more);
    const refused = await list({ ERMINE_DATABASE_URL: "postgres://127.0.0.1:1/ermine" });
    const noFolder = await list({ ERMINE_DATA_DIR: file });
    const badConfig = await list({ ERMINE_PORT: "eighty" });
    const badToml = await runErmine(home, ["config", "check"], { ERMINE_CONFIG: file });
    expectOneClearLine(
      refused,
      /^PostgreSQL at postgres:\/\/127\.0\.0\.1:1\/ermine \(database_url\): .*ECONNREFUSED/,
    );
    expectOneClearLine(noFolder, /^data_dir \/.*\/file cannot be used: EACCES/);
    expectOneClearLine(badConfig, /^ERMINE_PORT: port must be a number$/);
    expectOneClearLine(badToml, /is not valid TOML/);
    const alone = await startErmine(home, ["serve"], { ERMINE_CLUSTER_ENABLED: "true" });
    expectOneClearLine(alone, /^cluster\.enabled: needs PostgreSQL \(database_url\)$/);
    writeFileSync(
      join(home.dataDir, "ermine.db"),
      "not a database, and long enough to be recognized as none",
    );
    expectOneClearLine(await runErmine(home, ["migrate"]), /^\/.*\/ermine\.db: file is not a database$/);
    const busy = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => new Response() });
    const { port } = busy;
    rmSync(join(home.dataDir, "ermine.db"));
    const taken = await startErmine(home, ["serve"], {
      ERMINE_PORT: `${port}`,
      ERMINE_LOG_LEVEL: "silent",
    });
    await busy.stop();
    expectOneClearLine(taken, new RegExp(`^The address 127.0.0.1:${port} \\(host, port\\) cannot be used: `));
    const blocked = await startErmine(home, ["serve"], { ERMINE_DATA_DIR: file });
    expectOneClearLine(blocked, /^data_dir \/.*\/file cannot be used: EEXIST/);
  });

  test("names the missing file if the secrets do not belong to the database", async () => {
    using home = await openUsedHome();
    await rowsOf(home, "accounts", "create", "ann@example.com");
    rmSync(join(home.dataDir, "secrets.json"));
    expectOneClearLine(await runErmine(home, ["accounts", "list"]), /secrets\.json/);
    const silent = { ERMINE_PORT: "0", ERMINE_LOG_LEVEL: "silent" };
    expectOneClearLine(await startErmine(home, ["serve"], silent), /secrets\.json/);
  });
});
