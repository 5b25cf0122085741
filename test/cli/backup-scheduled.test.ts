import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readDestination } from "../../src/backup/destinations/destinations.ts";
import { newUser } from "../support/accounts/people.ts";
import { archivesIn, diskBlobsOf, newTarget, readBlobs, run } from "../support/backups/backups.ts";
import { hasS3, keysOfBucket, newS3Prefix, openS3Blobs, s3Variables } from "../support/files/s3.ts";
import { uploadFile } from "../support/http/multipart.ts";
import { metricsOn, scrape, sumOf } from "../support/metrics/scrape.ts";
import { runErmine } from "../support/processes/program.ts";
import { preferPostgres } from "../support/run/thorough.ts";
import { openServer, type TestServer } from "../support/server/server.ts";
import { hours } from "../support/server/test-clock.ts";
import { until } from "../support/until.ts";

setDefaultTimeout(120_000);

const reportOf = ({ running }: TestServer, destination: string) =>
  running.store.read((db) => readDestination(db, destination));

describe.each([...preferPostgres])("a server on %s with backup.every", (engine) => {
  test("makes backups by itself, keeps the newest ones, and forgets files that none of them has", async () => {
    using place = await newTarget(engine);
    const backup = { every: "6h", keep: 2, to: place.folder };
    // With PostgreSQL, two nodes: only one of them makes each backup.
    await using server = await openServer(engine, { config: { backup, metrics: metricsOn }, nodes: 2 });
    const ann = await newUser(server);
    await until(async () => (await reportOf(server, place.folder)).succeeded);
    expect(archivesIn(place.folder)).toHaveLength(1);
    const shared = await diskBlobsOf({ dataDir: place.folder });
    for (let round = 1; round <= 3; round++) {
      // An upload that nothing uses is deleted after an hour.
      await uploadFile(server, ann, { content: `round ${round}` });
      server.clock.advance(hours(round === 1 ? 5 : 6));
      await server.drain();
      expect(archivesIn(place.folder)).toHaveLength(Math.min(round, 2));
    }
    const { succeeded, failed } = await reportOf(server, place.folder);
    expect(failed).toBeUndefined();
    expect(succeeded).toMatchObject({ missing: 0, bytes: expect.any(Number) });
    expect(server.clock.now() - (succeeded?.at ?? 0)).toBeLessThan(hours(1));
    expect(succeeded?.archive).toBe(join(place.folder, archivesIn(place.folder).at(-1) ?? ""));
    // Only what one of the two archives has.
    const listed = new Set<string>();
    for (const name of archivesIn(place.folder)) {
      const [{ files }] = JSON.parse(
        (await run(server.home, "backup", "verify", join(place.folder, name))).stdout,
      );
      listed.add(`${name} ${files}`);
    }
    expect(Object.keys(await readBlobs(shared)).length).toBeLessThan(3);
    expect(listed.size).toBe(2);

    // One that fails says why, and the next one is made as soon as it can be.
    rmSync(place.folder, { recursive: true });
    writeFileSync(place.folder, "not a directory");
    server.clock.advance(hours(7));
    await server.drain();
    expect((await reportOf(server, place.folder)).failed?.error).toMatch(/EEXIST|ENOTDIR/);
    const failing = await scrape(server);
    expect(sumOf(failing, "ermine_backup_problem", { problem: "failing", destination: place.folder })).toBe(
      1,
    );
    rmSync(place.folder);
    mkdirSync(place.folder);
    server.clock.advance(hours(1));
    await server.drain();
    const recovered = await reportOf(server, place.folder);
    expect(recovered.failed).toBeUndefined();
    expect(recovered.succeeded).toMatchObject({ files: expect.any(Number) });
    expect(archivesIn(place.folder)).toHaveLength(1);
    const figures = await scrape(server);
    expect(sumOf(figures, "ermine_backup_age_seconds")).toBeLessThan(3_600);
    expect(sumOf(figures, "ermine_backup_bytes")).toBeGreaterThan(10_000);
  });
});

describe.each((await hasS3()) ? [true] : [])("backups in S3", () => {
  test("are made, verified and restored, with files in S3 too", async () => {
    const s3 = await newS3Prefix();
    const variables = (prefix: string) => s3Variables({ ...s3, prefix });
    using target = await newTarget("sqlite");
    await using server = await openServer("sqlite", { config: { s3 } });
    const ann = await newUser(server);
    for (let index = 0; index < 3; index++) await uploadFile(server, ann, { content: `text ${index}` });
    const to = `s3://${s3.bucket}/${s3.prefix}backups`;
    const backUp = async () => {
      const made = await runErmine(server.home, ["backup", "--to", to, "--json"], variables(s3.prefix));
      expect(made).toMatchObject({ code: 0 });
      return JSON.parse(made.stdout)[0];
    };
    expect(await backUp()).toMatchObject({ files: 3, copied: 3 });
    await uploadFile(server, ann, { content: "one more" });
    const second = await backUp();
    const { archive } = second;
    expect(second).toMatchObject({
      files: 4,
      copied: 1,
      archive: expect.stringContaining(`${to}/archives/ermine-`),
    });
    const before = await readBlobs(server.running.services.blobs);
    expect(Object.keys(before)).toHaveLength(4);

    const verified = await runErmine(target, ["backup", "verify", to], variables("other/"));
    expect(verified).toMatchObject({ code: 0, stdout: expect.stringContaining(archive) });
    expect(await runErmine(target, ["restore", archive], variables("restored/"))).toMatchObject({
      code: 0,
    });
    const staging = join(target.dataDir, "staging");
    const restored = await openS3Blobs({ ...s3, prefix: "restored/" }, staging);
    expect(await readBlobs(restored)).toEqual(before);
    expect(existsSync(join(target.dataDir, "files", "00"))).toBe(false);
    const marks = await openS3Blobs({ ...s3, prefix: `${s3.prefix}backups/archives/` }, staging);
    expect((await Array.fromAsync(marks.keys())).filter((key) => !key.startsWith("ermine-"))).toEqual([]);
    expect(readdirSync(join(server.home.dataDir, "backups"))).toEqual(["sent"]);
    for (const [address, message] of [
      ["s3://", "is not an address of a bucket"],
      [`${to}/archives/ermine-nothing`, "There is no backup at"],
      [`s3://${s3.bucket}/empty`, "There is no backup at"],
      ["s3://no-such-bucket/x", "The bucket cannot be used: S3 refused GET: NoSuchBucket"],
    ] as const)
      expect(await runErmine(target, ["backup", "verify", address], variables("other/"))).toMatchObject({
        code: 1,
        stderr: expect.stringContaining(message),
      });
    expect(await runErmine(target, ["backup", "verify", to])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("s3.access_key_id is not set"),
    });
  });

  test("are reached with keys of their own, while files have others", async () => {
    const s3 = { ...(await newS3Prefix()), ...(await keysOfBucket("files")) };
    const own = await keysOfBucket("backups");
    const to = `s3://backups/${s3.prefix}`;
    await using server = await openServer("sqlite", { config: { s3 } });
    await uploadFile(server, await newUser(server), { content: "a file" });
    const backUp = (more: Record<string, string>) =>
      runErmine(server.home, ["backup", "--to", to, "--json"], { ...s3Variables(s3), ...more });
    const ownVariables = {
      ERMINE_BACKUP_S3_ACCESS_KEY_ID: own.access_key_id,
      ERMINE_BACKUP_S3_SECRET_ACCESS_KEY: own.secret_access_key,
    };
    // The keys of the files may not be used for the backups, nor the other way round.
    const refused = await backUp({});
    expect(refused.code).toBe(1);
    expect(refused.stderr).toMatch(/AccessDenied.* \[backup\.s3\]/);
    const swapped = await backUp({
      ERMINE_S3_ACCESS_KEY_ID: own.access_key_id,
      ERMINE_S3_SECRET_ACCESS_KEY: own.secret_access_key,
    });
    expect(swapped.code).toBe(1);
    const { code, stdout } = await backUp(ownVariables);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject([{ files: 1, copied: 1, missing: 0 }]);

    // Another endpoint, with nothing in [s3] at all, as on the machine that is restored on.
    using target = await newTarget("sqlite");
    const elsewhere = {
      ...ownVariables,
      ERMINE_BACKUP_S3_ENDPOINT: s3.endpoint,
      ERMINE_BACKUP_S3_REGION: s3.region,
    };
    expect(await runErmine(target, ["restore", to], elsewhere)).toMatchObject({ code: 0 });
    expect(Object.keys(await readBlobs(await diskBlobsOf(target)))).toHaveLength(1);
  });
});
