import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readDestination, readDestinations } from "../../src/backup/destinations/destinations.ts";
import type { SystemTables } from "../../src/store/system-tables.ts";
import {
  archivesIn,
  type BackupHome,
  backUpTo,
  newSource,
  newTarget,
  run,
} from "../support/backups/backups.ts";
import { hasSmallDisk, openSmallDisk, type SmallDisk } from "../support/database/small-disk.ts";
import { metricsOn, scrape, sumOf } from "../support/metrics/scrape.ts";
import { runErmine } from "../support/processes/program.ts";
import { anyEngine } from "../support/run/thorough.ts";
import { thoroughTest } from "../support/run/thorough-test.ts";
import { openServer, type TestServer } from "../support/server/server.ts";
import { hours } from "../support/server/test-clock.ts";
import { until } from "../support/until.ts";

setDefaultTimeout(120_000);

const knownOf = ({ running }: TestServer, destination: string) =>
  running.store.read((db) => readDestination(db, destination));

const openWith = (place: BackupHome, backup: object) =>
  openServer(place.engine, {
    config: { backup: { to: place.folder, ...backup }, metrics: metricsOn },
  });

/** What doctor says about backups, with the configuration of the server. */
async function examined({ home, running }: TestServer, place: BackupHome, every: string) {
  const variables = {
    ERMINE_PORT: `${running.port}`,
    ERMINE_BACKUP_EVERY: every,
    ERMINE_BACKUP_TO: place.folder,
  };
  const { code, stdout } = await runErmine(home, ["doctor", "--json"], variables);
  const lines: { state: string; check: string; text: string; advice: string }[] = JSON.parse(stdout);
  return { code, lines: lines.filter(({ check }) => check === "backups") };
}

/** Moves what is known about a destination into the past: commands have the machine's clock. */
async function makeOlder({ running }: TestServer, destination: string, byMs: number): Promise<void> {
  const key = `backup:${destination}`;
  const known = await running.store.read((db) => readDestination(db, destination));
  const older = (times: object | undefined) =>
    times && Object.fromEntries(Object.entries(times).map(([name, value]) => [name, shifted(name, value)]));
  const shifted = (name: string, value: unknown) =>
    name === "at" || name === "since" ? Number(value) - byMs : value;
  const value = JSON.stringify({
    ...known,
    succeeded: older(known.succeeded),
    failed: older(known.failed),
  });
  await running.store.write((tx) =>
    tx.sql<SystemTables>().updateTable("meta").set({ value }).where("key", "=", key).execute(),
  );
}

function block(folder: string): void {
  rmSync(folder, { recursive: true });
  writeFileSync(folder, "not a directory");
}

function unblock(folder: string): void {
  rmSync(folder);
  mkdirSync(folder);
}

describe.each([...anyEngine])("the state of backups on %s", (engine) => {
  thoroughTest(
    "a backup by hand to another place neither postpones the scheduled one nor hides that it fails",
    async () => {
      using place = await newTarget(engine);
      using other = await newTarget("sqlite");
      await using server = await openWith(place, { every: "6h", keep: 1 });
      await until(async () => (await knownOf(server, place.folder)).pruned_at);
      await server.drain();
      const first = (await knownOf(server, place.folder)).succeeded?.at ?? 0;
      server.clock.advance(hours(7));
      // One that is newer, elsewhere.
      await backUpTo(server.home, other.folder);
      await server.drain();
      expect((await knownOf(server, place.folder)).succeeded?.at).toBeGreaterThanOrEqual(first + hours(7));
      expect(archivesIn(place.folder)).toHaveLength(1);

      block(place.folder);
      server.clock.advance(hours(7));
      await server.drain();
      const { failed } = await knownOf(server, place.folder);
      expect(failed?.since).toBe(failed?.at ?? 0);
      await backUpTo(server.home, other.folder);
      await backUpTo(server.home, join(other.folder, "single.tar"));
      // Its time may be that of another attempt.
      const { at: _, ...lasting } = failed ?? {};
      expect((await knownOf(server, place.folder)).failed).toMatchObject(lasting);
      server.clock.advance(hours(2));
      await server.drain();
      const later = (await knownOf(server, place.folder)).failed;
      expect(later).toMatchObject({ since: failed?.since ?? 0 });
      expect(later?.at).toBeGreaterThan(failed?.at ?? 0);
      const all = await server.running.store.read(readDestinations);
      expect(all.map(({ destination, made }) => [destination, made]).toSorted()).toEqual(
        [
          [place.folder, 2],
          [other.folder, 2],
          [join(other.folder, "*.tar"), 1],
        ].toSorted(),
      );
      unblock(place.folder);
      server.clock.advance(hours(2));
      await server.drain();
      expect(await knownOf(server, place.folder)).not.toHaveProperty("failed");
    },
  );

  thoroughTest("a backup by hand does not hide that the server itself cannot make one", async () => {
    using place = await newTarget(engine);
    const { folder } = place;
    await using server = await openWith(place, { every: "6h" });
    await until(async () => (await knownOf(server, folder)).pruned_at);
    block(folder);
    server.clock.advance(hours(7));
    await server.drain();
    const { failed } = await knownOf(server, folder);
    unblock(folder);
    const variables = { ERMINE_BACKUP_EVERY: "6h", ERMINE_BACKUP_TO: folder };
    const backUpByHand = () => runErmine(server.home, ["backup"], variables);
    expect((await backUpByHand()).code).toBe(0);
    block(folder);
    expect((await backUpByHand()).code).toBe(1);
    unblock(folder);
    expect((await backUpByHand()).code).toBe(0);
    const known = await knownOf(server, folder);
    expect(known).toMatchObject({ made: 3, failed: { ...failed, by_server: true } });
    const { code, lines } = await examined(server, place, "6h");
    expect({ code, states: lines.map(({ state }) => state) }).toEqual({ code: 1, states: ["failure"] });
    // The server tries again although the last backup is not old, and then no more until it is.
    server.clock.advance(hours(1));
    await server.drain();
    const after = await knownOf(server, folder);
    expect(after).not.toHaveProperty("failed");
    expect(after).toMatchObject({ made: 4, succeeded: { by_server: true } });
    server.clock.advance(hours(1));
    await server.drain();
    expect((await knownOf(server, folder)).made).toBe(4);
    // A failure by hand ends with a success by hand.
    block(folder);
    await backUpByHand();
    expect(await knownOf(server, folder)).toHaveProperty("failed");
    unblock(folder);
    await backUpByHand();
    expect(await knownOf(server, folder)).not.toHaveProperty("failed");
  });

  thoroughTest("archives that commands made at the scheduled destination are removed too", async () => {
    using place = await newTarget(engine);
    await using server = await openWith(place, { every: "6h", keep: 2 });
    await until(async () => (await knownOf(server, place.folder)).pruned_at);
    await server.drain();
    // The job runs with the clock of the test, commands with that of the machine.
    for (let round = 0; round < 3; round++) await backUpTo(server.home, place.folder);
    expect(archivesIn(place.folder)).toHaveLength(4);
    server.clock.advance(60_000);
    await server.drain();
    expect(archivesIn(place.folder)).toHaveLength(2);
  });

  test("doctor and metrics know never, failing since and too old, of each destination", async () => {
    using place = await newTarget(engine);
    using other = await newTarget("sqlite");
    await using server = await openWith(place, { every: "6h" });
    const { folder } = place;
    await until(async () => (await knownOf(server, folder)).pruned_at);
    await server.drain();
    expect(await examined(server, place, "6h")).toMatchObject({
      lines: [{ state: "ok", text: `${folder}: the last one is 0 minutes old` }],
    });
    await makeOlder(server, folder, hours(11));
    expect((await examined(server, place, "6h")).lines).toMatchObject([{ state: "ok" }]);
    await makeOlder(server, folder, hours(2));
    expect(await examined(server, place, "6h")).toMatchObject({
      code: 1,
      lines: [
        {
          state: "failure",
          text: `${folder}: the last one is 13 hours old, and one should be made every 6 hours`,
          advice: expect.stringContaining("Check that the server runs"),
        },
      ],
    });
    block(folder);
    server.clock.advance(hours(1));
    await server.drain();
    const since = (await knownOf(server, folder)).failed?.since ?? 0;
    const { code, lines } = await examined(server, place, "6h");
    expect(code).toBe(1);
    expect(lines.map(({ state }) => state)).toEqual(["failure", "failure"]);
    expect(lines[0]?.text).toStartWith(
      `${folder}: they have failed since ${new Date(since).toISOString()}, last at `,
    );
    expect(lines[0]?.text).toMatch(/(EEXIST|ENOTDIR).*/);

    const ofPlace = (problem: string, destination = folder) => ({ destination, problem });
    const figures = await scrape(server);
    const problems = (labels: Record<string, string>) => sumOf(figures, "ermine_backup_problem", labels);
    expect([problems(ofPlace("never")), problems(ofPlace("failing")), problems(ofPlace("old"))]).toEqual([
      0, 1, 1,
    ]);
    expect(sumOf(figures, "ermine_backup_age_seconds", { destination: folder })).toBeGreaterThan(13 * 3_600);
    server.clock.advance(hours(3));
    const failing = sumOf(await scrape(server), "ermine_backup_failing_seconds", { destination: folder });
    expect(failing).toBeGreaterThanOrEqual(3 * 3_600);
    expect(sumOf(figures, "ermine_backups_made")).toBe(1);

    // A destination of a timer that is said to be one.
    const wrong = await runErmine(server.home, ["backup", "--to", other.folder, "--every", "daily"]);
    expect(wrong).toMatchObject({ code: 1, stderr: expect.stringContaining("such as 6h or 1d") });
    block(other.folder);
    await expect(backUpTo(server.home, other.folder, "--every", "1d")).rejects.toThrow();
    const both = (await examined(server, place, "6h")).lines.filter(({ text }) =>
      text.startsWith(other.folder),
    );
    expect(both.map(({ state, text }) => [state, text.replace(/:.*(?=none| fail)/s, ":")])).toEqual([
      ["warning", `${other.folder}:none has ever succeeded`],
      ["failure", expect.stringContaining("failed since")],
    ]);
    unblock(other.folder);
    await backUpTo(server.home, other.folder);
    await makeOlder(server, other.folder, hours(49));
    const old = (await examined(server, place, "6h")).lines.find(({ text }) => text.startsWith(other.folder));
    expect(old).toMatchObject({
      state: "failure",
      text: expect.stringContaining("2 days old, and one should be made every 24 hours"),
      advice: expect.stringContaining(`ermine backup forget ${other.folder}`),
    });
    await run(server.home, "backup", "forget", other.folder);
    const left = await server.running.store.read(readDestinations);
    expect(left.map(({ destination }) => destination)).toEqual([folder]);
    expect(await runErmine(server.home, ["backup", "forget", other.folder])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`only of those to: ${folder}.`),
    });
  });

  test("what is never made, and that none are scheduled, is known too", async () => {
    using place = await newTarget(engine);
    await using server = await openWith(place, {});
    const none = await examined(server, place, "");
    expect(none.lines).toMatchObject([
      {
        state: "warning",
        text: expect.stringMatching(/^none are made/),
        advice: expect.stringMatching(/every/),
      },
    ]);
    expect(sumOf(await scrape(server), "ermine_backups_made")).toBe(0);
    expect((await examined(server, place, "1d")).lines).toMatchObject([
      { state: "warning", text: `${place.folder}: none has ever succeeded` },
    ]);
    await backUpTo(server.home, place.folder);
    expect((await examined(server, place, "")).lines).toMatchObject([{ state: "ok" }]);
    expect(sumOf(await scrape(server), "ermine_backups_made")).toBe(1);
    await makeOlder(server, place.folder, hours(49));
    expect((await examined(server, place, "")).lines).toMatchObject([
      { state: "warning", text: expect.stringMatching(/^none are made/) },
      { state: "ok" },
    ]);
    expect(sumOf(await scrape(server), "ermine_backups_made")).toBe(0);
  });
});

describe.if(hasSmallDisk)("a disk for backups", () => {
  test("that the server may not write to is reported with the setting of systemd to change", async () => {
    using place = await newTarget("sqlite");
    using disk = openSmallDisk(20) as SmallDisk;
    spawnSync("mount", ["-o", "remount,ro", disk.path]);
    await using server = await openWith({ ...place, folder: disk.path }, { every: "6h" });
    await until(async () => (await knownOf(server, disk.path)).failed);
    const { lines } = await examined(server, { ...place, folder: disk.path }, "6h");
    const text = lines.find(({ state }) => state === "failure")?.text;
    expect(text).toContain("EROFS");
    expect(text).toContain(
      `add [Service] and ReadWritePaths=${disk.path} with \`sudo systemctl edit ermine\``,
    );
  });

  test("that is full or missing is named, with the space that a backup needs", async () => {
    using source = await newSource("sqlite");
    using disk = openSmallDisk(4) as SmallDisk;
    const folder = join(disk.path, "backups");
    await backUpTo(source, folder);
    disk.fill(50_000);
    const full = await runErmine(source, ["backup", "--to", folder]);
    expect(full).toMatchObject({ code: 1 });
    expect(full.stderr).toMatch(
      new RegExp(
        `The disk is full: ENOSPC.* A backup to ${folder} needs up to [0-9.]+ MB; [0-9.]+ kB are free in ${folder}\\.`,
      ),
    );
    // No process can create a folder below /proc.
    const unmounted = "/proc/unmounted/backups";
    const gone = await runErmine(source, ["backup", "--to", unmounted]);
    expect(gone.stderr).toMatch(
      new RegExp(`ENOENT.* A backup to ${unmounted} needs up to [0-9.]+ MB; ${unmounted} does not exist\\.`),
    );
    const [known] = JSON.parse((await runErmine(source, ["doctor", "--json"])).stdout).filter(
      ({ check, text }: { check: string; text: string }) => check === "backups" && text.includes("ENOENT"),
    );
    expect(known.text).toContain("needs up to");
  });
});

thoroughTest("destinations without a schedule are forgotten in time, those with one are not", async () => {
  using place = await newTarget("sqlite");
  await using server = await openWith(place, {});
  const to = (name: string) => backUpTo(server.home, join(place.folder, name));
  await backUpTo(server.home, join(place.folder, "timer"), "--every", "1d");
  for (let index = 10; index < 22; index++) await to(`${index}`);
  const known = (await server.running.store.read(readDestinations)).map(({ destination }) =>
    destination.slice(place.folder.length + 1),
  );
  expect(known).toEqual([...Array.from({ length: 11 }, (_, index) => `${index + 11}`), "timer"]);
});
