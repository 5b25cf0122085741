import { Database as Handle } from "bun:sqlite";
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SQL } from "bun";
import { newestVersion } from "../../src/migrations/index.ts";
import { password } from "../support/accounts/people.ts";
import { newMigratedHome } from "../support/database/migrated-home.ts";
import { makeImage } from "../support/files/make-images.ts";
import { createClient } from "../support/http/client.ts";
import { expectFailure } from "../support/http/expect-failure.ts";
import { form, post } from "../support/http/multipart.ts";
import { allowLoggedErrors, databaseErrors } from "../support/log/test-log.ts";
import { rowsOf, runErmine, startErmine } from "../support/processes/program.ts";
import { type ServerProcess, startProcess } from "../support/processes/server-process.ts";
import { type Engine, engines, newHome, type TestHome } from "../support/server/engines.ts";

setDefaultTimeout(60_000);

const account = { email: "ann@example.com", password };

async function openHome(engine: Engine, create = newMigratedHome) {
  const home = await create(engine);
  return { ...home, [Symbol.dispose]: home.remove };
}

async function runSql({ dataDir, databaseUrl }: TestHome, text: string): Promise<unknown[]> {
  if (databaseUrl === "") {
    using handle = new Handle(join(dataDir, "ermine.db"));
    return handle.query(text).all();
  }
  await using client = new SQL({ url: databaseUrl, max: 1 });
  return [...(await client.unsafe(text))];
}

/** Starts a server that must not start, and returns what it printed. */
async function expectRefused(home: TestHome): Promise<string> {
  const { code, stdout, stderr } = await startErmine(home, ["serve"], { ERMINE_PORT: "0" });
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  return stderr;
}

describe.each([...engines])("a second server on %s", (engine) => {
  test("is refused while the command line works, and starts when the first was killed", async () => {
    using home = await openHome(engine);
    await using first = await startProcess(home);
    expect(await expectRefused(home)).toBe(
      `Another server is running on the data directory ${home.dataDir}.\n`,
    );
    expect((await first.client.post("/auth/account/create", account)).status).toBe(204);
    expect(await rowsOf(home, "accounts", "list")).toMatchObject([{ email: account.email }]);
    first.kill("SIGKILL");
    await first.exited;
    await using second = await startProcess(home);
    expect((await second.client.get("/")).status).toBe(200);
  });
});

describe.each([...engines])("ermine migrate of a newer version on %s", (engine) => {
  test("is refused while a server runs, and changes nothing", async () => {
    using home = await openHome(engine);
    await using server = await startProcess(home);
    expect(await rowsOf(home, "migrate")).toMatchObject([{ from: newestVersion, to: newestVersion }]);
    // To this program, the server now seems to be of the version before.
    const older = newestVersion - 1;
    await runSql(home, `update schema_version set version = ${older}`);
    const { code, stdout, stderr } = await runErmine(home, ["migrate"]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toBe(
      engine === "sqlite"
        ? `Another server is running on the data directory ${home.dataDir}. Stop it, then run this command again.\n`
        : "A server without cluster.enabled, or a command that needs all servers stopped, is running on this PostgreSQL database. Stop it, then run this command again.\n",
    );
    expect(await runSql(home, "select version from schema_version")).toEqual([{ version: older }]);
    expect(existsSync(join(home.dataDir, "snapshots"))).toBe(false);
    expect((await server.client.get("/")).status).toBe(200);
  });
});

describe.each(engines.filter((engine) => engine === "postgres"))("a second server on %s", (engine) => {
  test("is refused on the same database, whatever its data directory", async () => {
    using home = await openHome(engine);
    await using first = await startProcess(home);
    const dataDir = mkdtempSync(join(tmpdir(), "ermine-test-"));
    expect(await expectRefused({ ...home, dataDir })).toBe(
      "Another server is running on this PostgreSQL database. Several can share it if all have cluster.enabled.\n",
    );
    expect((await first.client.get("/")).status).toBe(200);
    // Neither secrets nor folders: it stopped before it opened anything else.
    expect(readdirSync(dataDir)).toEqual(["server.lock"]);
    rmSync(dataDir, { recursive: true });
  });
});

describe("after a failed sync to disk", () => {
  const program = join(import.meta.dir, "../support/programs/serve-on-failing-disk.ts");
  const breakDisk = (home: TestHome) => writeFileSync(join(home.dataDir, "disk-fails"), "");

  test("the process exits with an error, and starts again", async () => {
    allowLoggedErrors(...databaseErrors, /the server cannot continue/);
    using home = await openHome("sqlite");
    await using server = await startProcess(home, {}, program);
    expect((await server.client.post("/auth/account/create", account)).status).toBe(204);
    breakDisk(home);
    const refused = await server.client.post("/auth/account/create", { ...account, email: "b@example.com" });
    expectFailure(refused, 503, "DatabaseError", { operation: "query", collection: "database" });
    expect(await server.exited).toBe(1);
    expect(server.stderr()).toEndWith("Ermine cannot continue: EIO: i/o error, fdatasync\n");
    await using again = await startProcess(home);
    expect((await again.client.post("/auth/session/login", account)).body.result).toBe("Success");
  });

  test("it continues without writing, if so configured", async () => {
    allowLoggedErrors(...databaseErrors);
    using home = await openHome("sqlite");
    await using server = await startProcess(home, { ERMINE_DATABASE_EXIT_ON_FAILED_SYNC: "false" }, program);
    breakDisk(home);
    for (const email of ["b@example.com", "c@example.com"])
      expect((await server.client.post("/auth/account/create", { ...account, email })).status).toBe(503);
    expect((await server.client.get("/")).status).toBe(200);
    expect((await createClient(server.url).get("/ready")).status).toBe(503);
  });
});

describe("the data directory", () => {
  /** Every path below the folder with its mode. */
  function modesIn(folder: string): Map<string, string> {
    const names = [".", ...readdirSync(folder, { recursive: true }).map(String)];
    return new Map(names.map((name) => [name, (lstatSync(join(folder, name)).mode & 0o777).toString(8)]));
  }

  async function expectPrivate({ dataDir }: TestHome): Promise<void> {
    for (const [name, mode] of modesIn(dataDir))
      expect([name, mode]).toEqual([name, lstatSync(join(dataDir, name)).isDirectory() ? "700" : "600"]);
  }

  async function uploadImage({ client, url }: ServerProcess): Promise<void> {
    await client.post("/auth/account/create", account);
    const { token } = (await client.post("/auth/session/login", account)).body;
    await client.post("/onboard/complete", { username: "Ann" }, { token });
    const content = await makeImage("png");
    expect((await post({ url }, "/attachments", form({ content }), { token })).status).toBe(200);
  }

  test("and all that is written into it belong to their user alone, whatever the umask", async () => {
    using home = await openHome("sqlite", newHome);
    const before = process.umask(0);
    const server = await startProcess(home).finally(() => process.umask(before));
    await using _ = server;
    await uploadImage(server);
    expect([...modesIn(home.dataDir).keys()].join(" ")).toMatch(/files\/\w\w\/\w\w\/\w{64}/);
    await expectPrivate(home);
    expect(server.stdout()).not.toContain("open to other users");
  });

  test.if(process.getuid?.() === 0)("of another user is named, with its owner and the user", async () => {
    using home = await openHome("sqlite");
    const { dataDir } = home;
    const program = join(import.meta.dir, "../support/programs/run-as-nobody.ts");
    const expectNamed = async (path: string) => {
      for (const words of [["serve"], ["migrate"], ["accounts", "list"]]) {
        const { code, stderr } = await startErmine(home, words, { ERMINE_PORT: "0" }, program);
        expect({ code, stderr }).toEqual({
          code: 1,
          stderr: `data_dir ${dataDir} cannot be used: EACCES: permission denied, access '${path}'. ${path} belongs to user 0, and this process runs as user 65534. Run it as its owner, or: chown -R 65534 ${dataDir}\n`,
        });
      }
    };
    await expectNamed(dataDir);
    chownSync(dataDir, 65_534, 65_534);
    await expectNamed(join(dataDir, "ermine.db"));
    rmSync(dataDir, { recursive: true });
    mkdirSync(dataDir, { mode: 0o700 });
    const { stderr } = await startErmine(
      home,
      ["serve"],
      { ERMINE_DATA_DIR: join(dataDir, "none") },
      program,
    );
    expect(stderr).toMatch(/mkdir '.*none'. .* belongs to user 0, and this process runs as user 65534\n$/);
  });

  test("is repaired at start, with one warning", async () => {
    using home = await openHome("sqlite", newHome);
    {
      await using server = await startProcess(home);
      await uploadImage(server);
    }
    mkdirSync(join(home.dataDir, "snapshots"), { recursive: true });
    writeFileSync(join(home.dataDir, "snapshots", "old.db"), "old");
    const names = [...modesIn(home.dataDir).keys()];
    for (const name of names)
      chmodSync(join(home.dataDir, name), lstatSync(join(home.dataDir, name)).isDirectory() ? 0o755 : 0o644);
    await using server = await startProcess(home);
    await expectPrivate(home);
    server.kill("SIGTERM");
    await server.exited;
    const lines = server
      .stdout()
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(lines.filter(({ level }) => level === 40)).toMatchObject([
      { repaired: names.length, msg: "files in the data directory were open to other users" },
    ]);
  });
});
