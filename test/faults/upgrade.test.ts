import { Database as Handle } from "bun:sqlite";
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { appendFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { migrations, newestVersion } from "../../src/migrations/index.ts";
import { migrationsUpTo } from "../../src/migrations/kit.ts";
import { migrate } from "../../src/platform/database/migrate.ts";
import { listSnapshots } from "../../src/platform/database/snapshot-files.ts";
import { openAt } from "../support/database/databases.ts";
import { hasSmallDisk, openSmallDisk, type SmallDisk } from "../support/database/small-disk.ts";
import { environmentOf, mainFile, rowsOf, runErmine, startErmine } from "../support/processes/program.ts";
import { startProcess } from "../support/processes/server-process.ts";
import { openServiceManager } from "../support/processes/service-manager.ts";
import { thoroughTest } from "../support/run/thorough-test.ts";
import { newHome, type TestHome } from "../support/server/engines.ts";
import { until } from "../support/until.ts";

setDefaultTimeout(120_000);

/** The step after it adds a column to the table of stored files. */
const oldVersion = 29;
const newVersion = newestVersion;

/** A home as a version before has left it, with some megabytes of data. */
async function openOldHome({ megabytes = 0, dataDir }: { megabytes?: number; dataDir?: string } = {}) {
  const made = await newHome("sqlite");
  const home: TestHome = { ...made, dataDir: dataDir ?? made.dataDir };
  const database = openAt("sqlite", home);
  await migrate(database, migrationsUpTo(migrations, oldVersion), { directory: "" });
  await database[Symbol.asyncDispose]();
  using handle = new Handle(join(home.dataDir, "ermine.db"));
  handle.run("create table filler (content blob)");
  for (let index = 0; index < megabytes; index++) handle.run("insert into filler values (zeroblob(1000000))");
  return {
    home,
    snapshots: join(home.dataDir, "snapshots"),
    /** Makes the step after the old version fail. */
    breakStep() {
      using broken = new Handle(join(home.dataDir, "ermine.db"));
      broken.run("alter table stored_files add column sha256 text");
    },
    version() {
      using read = new Handle(join(home.dataDir, "ermine.db"));
      return read.query<{ version: number }, []>("select version from schema_version").get()?.version;
    },
    [Symbol.dispose]: made.remove,
  };
}

interface LogLine {
  readonly level: number;
  readonly msg: string;
}

const linesOf = (stdout: string): LogLine[] =>
  stdout
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));

describe("an upgrade that is killed during its copy", () => {
  thoroughTest(
    "leaves nothing under the name of a copy, and the next start upgrades and says how far it is",
    async () => {
      using old = await openOldHome({ megabytes: 200 });
      const { home, snapshots } = old;
      const child = Bun.spawn([process.execPath, mainFile, "serve"], {
        env: environmentOf(home, { ERMINE_PORT: "0" }),
        stdio: ["ignore", "pipe", "pipe"],
      });
      await until(
        () => existsSync(snapshots) && readdirSync(snapshots).some((name) => /unfinished$/.test(name)),
      );
      child.kill("SIGKILL");
      await child.exited;
      expect(listSnapshots(snapshots)).toEqual([]);
      expect(old.version()).toBe(oldVersion);
      // Written before the copy began, which blocks the thread.
      const [line] = linesOf(await new Response(child.stdout).text());
      expect(line?.msg).toMatch(/^Copying the database before its upgrade, 20\d\.\d MB, to .*\.db$/);

      await using manager = await openServiceManager(home);
      await using server = await startProcess(home, manager.variables);
      const messages: string[] = [];
      do messages.push(await manager.next());
      while (messages.at(-1) !== "READY=1");
      const extensions = messages.map((message) => /^EXTEND_TIMEOUT_USEC=(\d+)\nSTATUS=(.+)$/.exec(message));
      expect(extensions.pop()).toBeNull();
      expect(extensions.length).toBeGreaterThanOrEqual(2);
      for (const extension of extensions) expect(Number(extension?.[1])).toBeGreaterThan(90_000_000);
      const texts = extensions.map((extension) => extension?.[2] ?? "");
      expect(texts).toContainEqual(
        `Upgrading the database to version ${newVersion}: step ${oldVersion + 1} (stored digests)`,
      );
      server.kill("SIGTERM");
      await server.exited;
      const logged = linesOf(server.stdout()).map(({ msg }) => msg);
      for (const text of texts) expect(logged).toContain(text);
      expect(logged).toContain("database migrated");
      const names = readdirSync(snapshots).sort();
      const [{ path } = { path: "" }] = listSnapshots(snapshots);
      expect(names.map((name) => join(snapshots, name))).toEqual([path, `${path}.json`]);
      expect(await rowsOf(home, "migrate")).toMatchObject([{ from: newVersion }]);
      const checked = await runErmine(home, ["snapshots", "check", "--json"]);
      expect(checked.code).toBe(0);
      expect(JSON.parse(checked.stdout)).toMatchObject([
        { snapshot: path, version: oldVersion, state: "good" },
      ]);
      // It can be put back as the documentation says.
      writeFileSync(join(home.dataDir, "ermine.db"), readFileSync(path));
      expect(old.version()).toBe(oldVersion);
    },
  );
});

describe("a step that fails", () => {
  const reason = "duplicate column name: sha256";

  test("ends the start with one message in the log, and a code that systemd does not restart", async () => {
    using old = await openOldHome();
    old.breakStep();
    const { home, snapshots } = old;
    for (const attempt of [1, 2]) {
      const { code, stdout, stderr } = await startErmine(home, ["serve"], { ERMINE_PORT: "0" });
      expect({ attempt, code, stderr }).toEqual({ attempt, code: 78, stderr: "" });
      const lines = linesOf(stdout);
      const [{ path: snapshot } = { path: "" }] = listSnapshots(snapshots);
      expect(lines.filter(({ level }) => level > 30)).toMatchObject([
        {
          level: 60,
          from: oldVersion,
          to: newVersion,
          snapshot,
          msg: `The upgrade of the database from version ${oldVersion} to ${newVersion} failed during step ${oldVersion + 1} (stored digests): ${reason}. Nothing was changed: the database has version ${oldVersion}, as before. To go back, start the version of Ermine that ran before; it needs nothing else. A copy of the database from before the upgrade is at ${snapshot}.`,
        },
      ]);
      expect(stdout).not.toContain("    at ");
    }
    expect(listSnapshots(snapshots)).toHaveLength(1);
    expect(old.version()).toBe(oldVersion);
  });

  test("is told on standard error by the command, and where nothing is logged", async () => {
    using old = await openOldHome();
    old.breakStep();
    const commands: [string[], number][] = [
      [["migrate"], 1],
      [["serve"], 78],
    ];
    for (const [words, code] of commands) {
      const result = await startErmine(old.home, words, { ERMINE_PORT: "0", ERMINE_LOG_LEVEL: "silent" });
      expect([result.code, result.stdout]).toEqual([code, ""]);
      expect(result.stderr.trimEnd().split("\n").at(-1)).toMatch(
        /^The upgrade of the database from version \d+ to \d+ failed during step 30 .*Nothing was changed/,
      );
      expect(result.stderr).not.toContain("    at ");
    }
  });
});

test.if(hasSmallDisk)(
  "without room for the copy, starts end with one message and leave the disk as it is",
  async () => {
    using disk = openSmallDisk(64) as SmallDisk;
    using old = await openOldHome({ megabytes: 10, dataDir: disk.path });
    disk.fill(15_000_000);
    for (let attempt = 0; attempt < 2; attempt++) {
      const { code, stdout, stderr } = await startErmine(old.home, ["serve"], { ERMINE_PORT: "0" });
      expect([code, stderr]).toEqual([1, ""]);
      expect(linesOf(stdout)).toMatchObject([
        {
          level: 60,
          msg: expect.stringMatching(
            /for which 2\d\.\d MB must be free .* 1\d\.\d MB are\. Nothing was changed/,
          ),
        },
      ]);
      expect(readdirSync(old.snapshots)).toEqual([]);
    }
    expect(old.version()).toBe(oldVersion);
    disk.empty();
    expect(await runErmine(old.home, ["migrate"])).toMatchObject({ code: 0 });
    expect(listSnapshots(old.snapshots)).toHaveLength(1);
  },
);

describe("ermine snapshots check", () => {
  test("says which copies can be put back", async () => {
    using old = await openOldHome();
    const { home, snapshots } = old;
    const none = await runErmine(home, ["snapshots", "check"]);
    expect(none).toEqual({
      code: 0,
      stdout: `There are no copies of the database in ${snapshots}.\n`,
      stderr: "",
    });
    expect(existsSync(snapshots)).toBe(false);
    await runErmine(home, ["migrate"]);
    const [{ path } = { path: "" }] = listSnapshots(snapshots);
    const content = readFileSync(path);
    const snapshotNamed = (index: number, version = oldVersion) =>
      join(snapshots, `before-upgrade-from-${version}-${index}.db`);
    // As earlier versions wrote them, without a digest file.
    writeFileSync(snapshotNamed(5), content);
    writeFileSync(snapshotNamed(4), content.subarray(0, 20_000));
    writeFileSync(snapshotNamed(3, 12), content);
    writeFileSync(snapshotNamed(2), content);
    writeFileSync(`${snapshotNamed(2)}-journal`, "x");
    writeFileSync(snapshotNamed(1), "");
    const { code, stdout } = await runErmine(home, ["snapshots", "check", "--json"]);
    expect(code).toBe(1);
    const states = JSON.parse(stdout).map(({ state }: { state: string }) => state);
    expect(states).toEqual([
      "good",
      "good",
      expect.stringMatching(/^damaged: /),
      `damaged: it has version ${oldVersion}`,
      "unfinished",
      expect.stringMatching(/^damaged: /),
    ]);
    appendFileSync(path, "x");
    const again = await runErmine(home, ["snapshots", "check", "--json"]);
    expect(JSON.parse(again.stdout)[0].state).toBe("damaged: its bytes have changed");
  });
});
