import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type BackupDestination, readDestination } from "../../src/backup/destinations/destinations.ts";
import { newUser } from "../support/accounts/people.ts";
import {
  archivesIn,
  type BackupHome,
  backUpTo,
  diskBlobsOf,
  newSource,
  newTarget,
  readBlobs,
  run,
} from "../support/backups/backups.ts";
import { readFileState } from "../support/files/file-state.ts";
import { drawPng } from "../support/files/stored-file.ts";
import { uploadFile } from "../support/http/multipart.ts";
import { metricsOn, scrape, sumOf } from "../support/metrics/scrape.ts";
import { newOperator } from "../support/operators/operators.ts";
import { rowsOf, runErmine } from "../support/processes/program.ts";
import { usually } from "../support/run/is-thorough.ts";
import type { TestHome } from "../support/server/engines.ts";
import { openServer } from "../support/server/server.ts";
import { days, hours, minutes } from "../support/server/test-clock.ts";
import { until } from "../support/until.ts";

setDefaultTimeout(120_000);

/** Where a storage on disk keeps a blob. */
function pathIn(folder: string, key: string): string {
  const hash = new Bun.CryptoHasher("sha256").update(key).digest("hex");
  return join(folder, "files", hash.slice(0, 2), hash.slice(2, 4), key);
}

/** Changes a byte and nothing else, as a bad disk does. */
function rot(folder: string, key: string): void {
  const path = pathIn(folder, key);
  const bytes = readFileSync(path);
  writeFileSync(path, bytes.with(0, (bytes[0] ?? 0) ^ 1));
}

/** A stopped server with some files, and a backup of it in its folder. */
async function newBackedUp(files: number): Promise<BackupHome & { keys: string[]; archive: string }> {
  const source = await newSource("sqlite");
  {
    await using server = await openServer("sqlite", { home: source });
    const ann = await newUser(server);
    for (let index = 0; index < files; index++)
      await uploadFile(server, ann, { content: `content ${index}`.repeat(100) });
  }
  const { archive } = await backUpTo(source, source.folder);
  return { ...source, keys: Object.keys(await readBlobs(await diskBlobsOf(source))), archive };
}

/** The files in the folder that archives share. */
const sharedBy = async ({ folder }: BackupHome) => readBlobs(await diskBlobsOf({ dataDir: folder }));
const verify = (home: TestHome, ...more: string[]) => runErmine(home, ["backup", "verify", ...more]);

describe("damaged files in a backup", () => {
  test("are listed, and copied again where the server has the same content", async () => {
    using source = await newBackedUp(4);
    const [rotten = "", lost = "", hopeless = ""] = source.keys;
    const original = await sharedBy(source);
    const good = readFileSync(pathIn(source.dataDir, hopeless));
    rot(source.folder, rotten);
    rmSync(pathIn(source.folder, lost));
    rot(source.folder, hopeless);
    rot(source.dataDir, hopeless);
    const found = await verify(source, source.folder);
    expect(found.code).toBe(1);
    for (const text of [
      `the file ${rotten} differs`,
      `the file ${lost} is missing`,
      `the file ${hopeless} differs`,
      "(3 files are missing or damaged)",
      "ermine backup verify --repair",
    ])
      expect(found.stderr).toContain(text);

    const repaired = await verify(source, source.folder, "--repair");
    expect(repaired.code).toBe(1);
    expect(repaired.stderr).toContain("The server does not have the same content either");
    for (const key of [rotten, lost])
      expect(repaired.stderr).toContain(`The file ${key} was damaged, and was copied again.`);
    const { [hopeless]: before, ...others } = original;
    // What the server has itself in another form is not put over the copy.
    const { [hopeless]: after, ...now } = await sharedBy(source);
    expect(now).toEqual(others);
    expect(after).not.toBe(before ?? "");
    writeFileSync(pathIn(source.dataDir, hopeless), good);
    const { stdout } = await run(source, "backup", "verify", source.archive, "--repair");
    expect(JSON.parse(stdout)).toMatchObject([{ files: 4, missing: 0, repaired: 1 }]);
    expect(await sharedBy(source)).toEqual(original);
    expect(await rowsOf(source, "backup", "verify", source.folder)).toMatchObject([{ repaired: 0 }]);
  });

  test("are found by the backups that follow, each of which reads a share of them, and are replaced", async () => {
    using source = await newBackedUp(9);
    const original = await sharedBy(source);
    for (const key of source.keys) rot(source.folder, key);
    const backUp = async (over: number) => {
      const { stdout, stderr } = await runErmine(source, ["backup", "--to", source.folder, "--json"], {
        ERMINE_BACKUP_RECHECK_BACKUPS: `${over}`,
      });
      return { ...JSON.parse(stdout)[0], stderr } as { replaced: number; copied: number; stderr: string };
    };
    expect(await backUp(0)).toMatchObject({ replaced: 0, copied: 0 });
    const rounds = [await backUp(3), await backUp(3), await backUp(3)].map(({ replaced }) => replaced);
    expect(rounds.reduce((sum, replaced) => sum + replaced)).toBe(9);
    for (const replaced of rounds) expect(replaced).toBeLessThan(9);
    expect(await sharedBy(source)).toEqual(original);
    // All archives share what was replaced, so the first one can be restored, too.
    expect((await verify(source, source.archive)).code).toBe(0);
    expect(await backUp(1)).toMatchObject({ replaced: 0, copied: 0 });

    // One that is damaged on both sides is what the server has, and is reported.
    const [key = ""] = source.keys;
    rot(source.folder, key);
    writeFileSync(pathIn(source.dataDir, key), "x".repeat(readFileSync(pathIn(source.dataDir, key)).length));
    const both = await backUp(1);
    expect(both).toMatchObject({ replaced: 1, copied: 1 });
    expect(both.stderr).toContain(`The file ${key} is damaged in the storage`);
    expect((await verify(source, source.folder)).code).toBe(0);
  });

  test("that were damaged on the server before the first backup are reported", async () => {
    using source = await newSource("sqlite");
    let key = "";
    {
      await using server = await openServer("sqlite", { home: source });
      const content = await drawPng(60, 60);
      const id = await uploadFile(server, await newUser(server), { content });
      key = (await readFileState(server, id)).blob_key;
    }
    rot(source.dataDir, key);
    const { stderr } = await backUpTo(source, source.folder);
    expect(stderr).toContain(`The file ${key} is damaged in the storage`);
  });

  test.each(usually(["next to", "inside"]))(
    "can be left out of a restore, with a list of them, %s the archive",
    async (where) => {
      using source = await newBackedUp(4);
      const [rotten = "", lost = ""] = source.keys;
      const original = await sharedBy(source);
      let { archive } = source;
      if (where === "inside") {
        archive = (await backUpTo(source, join(source.folder, "single.tar"))).archive;
        rmSync(join(source.folder, "files"), { recursive: true });
        const bytes = readFileSync(archive);
        const at = bytes.indexOf(`files/${rotten}`) + 512;
        writeFileSync(archive, bytes.with(at, (bytes[at] ?? 0) ^ 1));
      } else {
        rot(source.folder, rotten);
        rmSync(pathIn(source.folder, lost));
      }
      const damaged = where === "inside" ? [rotten] : [rotten, lost];
      using target = await newTarget("sqlite");
      const refused = await runErmine(target, ["restore", archive]);
      expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining("--skip-damaged-files") });
      const restored = await runErmine(target, ["restore", archive, "--skip-damaged-files"]);
      expect(restored.code).toBe(0);
      expect(restored.stderr).toContain(`${damaged.length} damaged files were skipped.`);
      for (const key of damaged) expect(restored.stderr).toContain(`Skipped: the file ${key} `);
      const expected = Object.fromEntries(Object.entries(original).filter(([key]) => !damaged.includes(key)));
      expect(await readBlobs(await diskBlobsOf(target))).toEqual(expected);
      const [{ action, details } = {}] = await rowsOf(target, "audit");
      expect(action).toBe("restore");
      expect(JSON.parse(String(details)).skipped.toSorted()).toEqual(damaged.toSorted());
      expect((await runErmine(target, ["files", "check"])).stdout).toContain("missing");
      await using _ = await openServer("sqlite", { home: target });

      // Where the storage has survived, nothing is lost.
      using complete = await newTarget("sqlite");
      const files = await diskBlobsOf(complete);
      for (const key of source.keys) await files.put(key, readFileSync(pathIn(source.dataDir, key)));
      const result = await runErmine(complete, ["restore", archive, "--skip-damaged-files"]);
      expect(result.stderr).toContain("4 files are restored, and all rows are verified.\n");
      expect(await readBlobs(await diskBlobsOf(complete))).toEqual(original);
    },
  );
});

test("a server with backup.verify_every verifies by itself, repairs, and tells what it cannot repair", async () => {
  using place = await newTarget("sqlite");
  const { folder } = place;
  const backup = { every: "30d", verify_every: "2d", to: folder };
  await using server = await openServer("sqlite", { config: { backup, metrics: metricsOn } });
  const known = (): Promise<BackupDestination> =>
    server.running.store.read((db) => readDestination(db, folder));
  const ann = await newUser(server);
  const { body } = await server.client.post("/servers/create", { name: "Ferrets" }, ann);
  const icon = await uploadFile(server, ann, { content: "a file that stays" });
  await server.client.post(
    `/channels/${body.channels[0]._id}/messages`,
    { content: "look", attachments: [icon] },
    ann,
  );
  await until(async () => (await known()).pruned_at);
  await server.drain();
  server.clock.advance(minutes(2));
  await server.drain();
  expect((await known()).verified).toMatchObject({ repaired: 0 });
  await backUpTo(server.home, folder);
  const [key = ""] = Object.keys(await sharedBy(place));
  const original = await sharedBy(place);
  expect(key).not.toBe("");
  rot(folder, key);
  server.clock.advance(days(2));
  await server.drain();
  expect(await sharedBy(place)).toEqual(original);
  const { verified } = await known();
  expect(verified).toMatchObject({ repaired: 1, archive: join(folder, archivesIn(folder).at(-1) ?? "") });
  expect(archivesIn(folder)).toHaveLength(2);
  expect(sumOf(await scrape(server), "ermine_backup_repaired_files", { destination: folder })).toBe(1);

  const content = readFileSync(pathIn(server.home.dataDir, key));
  rot(folder, key);
  rot(server.home.dataDir, key);
  server.clock.advance(days(2));
  await server.drain();
  const { damaged, ...rest } = await known();
  expect(damaged?.error).toContain(`the file ${key} differs from what was written`);
  expect(rest.verified).toEqual(verified);
  const figures = await scrape(server);
  const problem = (name: string) =>
    sumOf(figures, "ermine_backup_problem", { destination: folder, problem: name });
  expect([problem("damaged"), problem("unverified"), problem("failing")]).toEqual([1, 0, 0]);
  const variables = {
    ERMINE_PORT: `${server.running.port}`,
    ERMINE_BACKUP_EVERY: "30d",
    ERMINE_BACKUP_VERIFY_EVERY: "2d",
    ERMINE_BACKUP_TO: folder,
  };
  const doctor = async () => {
    const { code, stdout } = await runErmine(server.home, ["doctor", "--json"], variables);
    const lines: { state: string; check: string; text: string; advice: string }[] = JSON.parse(stdout);
    return { code, lines: lines.filter(({ check }) => check === "backups") };
  };
  const { code, lines } = await doctor();
  expect(code).toBe(1);
  expect(lines).toContainEqual({
    state: "failure",
    check: "backups",
    text: expect.stringContaining("was found damaged"),
    advice: expect.stringContaining(`ermine backup verify --repair ${folder}`),
  });
  const operator = await newOperator(server);
  const { body: shown } = await server.client.get("/admin/backups", operator);
  expect(shown).toMatchObject({
    verify_every: "2d",
    destinations: [{ problems: ["damaged"], repaired_files: 1, damage: damaged?.error ?? "" }],
  });
  // Nothing is read again before its time.
  server.clock.advance(hours(1));
  await server.drain();
  expect((await known()).damaged?.at).toBe(damaged?.at ?? 0);

  writeFileSync(pathIn(server.home.dataDir, key), content);
  await run(server.home, "backup", "verify", folder, "--repair");
  expect(await known()).not.toHaveProperty("damaged");
  expect(await sharedBy(place)).toEqual(original);
});

test("an archive that is gone is noticed by the next verification", async () => {
  using place = await newTarget("sqlite");
  const { folder } = place;
  const backup = { every: "30d", verify_every: "2d", to: folder };
  await using server = await openServer("sqlite", { config: { backup } });
  const known = () => server.running.store.read((db) => readDestination(db, folder));
  await until(async () => (await known()).pruned_at);
  await server.drain();
  server.clock.advance(minutes(2));
  await server.drain();
  expect((await known()).verified).toMatchObject({ repaired: 0 });
  rmSync(join(folder, archivesIn(folder)[0] ?? ""));
  server.clock.advance(days(2) + hours(1));
  await server.drain();
  expect((await known()).damaged?.error).toMatch(/^There is no backup at /);
});
