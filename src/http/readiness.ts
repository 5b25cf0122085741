import { statfs } from "node:fs/promises";
import { join } from "node:path";
import type { Services } from "../declare/services.ts";
import { within } from "../platform/clock/clock.ts";
import { shareResult } from "../platform/concurrency/share-result.ts";
import type { Store } from "../store/store.ts";
import type { SystemTables } from "../store/system-tables.ts";

/** How long the result of the checks is reused. With S3, the check of the file storage costs a request. */
const maxAgeMs = 1_000;
const maxFilesAgeMs = 15_000;
const storageTimeoutMs = 5_000;
/** How long the disk counts as full after a write that did not fit. */
const fullForMs = 3_000;

const storageChecks = ["database", "disk", "files"] as const;
const allChecks = ["events", ...storageChecks] as const;
type ReadinessCheck = (typeof allChecks)[number];

/** The disk has less free space than required. It has the code of the error that writes would soon get. */
class DiskFull extends Error {
  override readonly name = "DiskFull";
  readonly code = "ENOSPC";
}

interface ReadinessDependencies {
  readonly store: Store;
  readonly services: Services;
  /** Whether events of other nodes arrive and the server is not stopping. */
  readonly followsEvents: () => boolean;
}

/** Finds out whether the server can do its work. However often it is called, the checks run at most once a second. */
export class Readiness {
  readonly #dependencies: ReadinessDependencies;
  #fullUntil = 0;
  /** The errors of the checks that fail. */
  readonly failures: () => Promise<ReadonlyMap<ReadinessCheck, unknown>>;

  constructor(dependencies: ReadinessDependencies) {
    this.#dependencies = dependencies;
    const { services, store } = dependencies;
    const { config, log } = services;
    const folders = [config.data_dir, ...(config.s3.bucket === "" ? [join(config.data_dir, "files")] : [])];
    const findFreeBytes = shareResult(maxAgeMs, () =>
      within(storageTimeoutMs, freeBytes(folders), "the disk takes too long"),
    );
    services.metrics.gauge(
      { name: "ermine_disk_free_bytes", help: "Bytes that are free on the disk of data_dir." },
      findFreeBytes,
    );
    const checks = {
      database: () =>
        within(
          config.database.query_timeout_ms,
          checkDatabase(store, services),
          "the database takes too long",
        ),
      disk: async () => this.#checkDisk(await findFreeBytes()),
      files: shareResult(maxFilesAgeMs, () =>
        within(storageTimeoutMs, services.blobs.check(), "the storage of files takes too long"),
      ),
    };
    const runChecks = shareResult(maxAgeMs, async () => {
      const results = await Promise.allSettled(storageChecks.map((name) => checks[name]()));
      const failures = new Map<ReadinessCheck, unknown>();
      for (const [at, name] of storageChecks.entries()) {
        const result = results[at];
        if (result?.status !== "rejected") continue;
        log.error({ err: result.reason, check: name }, "the server is not ready");
        failures.set(name, result.reason);
      }
      return failures;
    });
    this.failures = async () =>
      dependencies.followsEvents() ? runChecks() : new Map([["events", undefined]]);
    services.metrics.gauge(
      {
        name: "ermine_ready",
        help: "Whether a check of /ready succeeds (1) or fails (0): events, database, disk, files.",
        labels: ["check"],
      },
      async () => {
        const failures = await this.failures();
        return allChecks.map((check) => ({ labels: { check }, value: failures.has(check) ? 0 : 1 }));
      },
    );
  }

  /** To be called when a write failed because the disk is full. */
  noteFullDisk(): void {
    this.#fullUntil = performance.now() + fullForMs;
  }

  #checkDisk(free: number): void {
    const { min_free_bytes: least } = this.#dependencies.services.config.ready;
    if (free < least) throw new DiskFull(`${free} bytes are free on the disk, and ${least} are required`);
    if (performance.now() < this.#fullUntil) throw new DiskFull("a write did not fit on the disk");
  }
}

/** The bytes that are free for this program on the disks of these folders, the least of them. */
async function freeBytes(folders: readonly string[]): Promise<number> {
  const disks = await Promise.all(folders.map((folder) => statfs(folder)));
  return Math.min(...disks.map(({ bavail, bsize }) => bavail * bsize));
}

/** Reads and writes a row: a database may be able to do one but not the other. */
async function checkDatabase(store: Store, { clock }: Services): Promise<void> {
  store.assertSound();
  await store.read((db) => db.sql<SystemTables>().selectFrom("meta").select("key").limit(1).execute());
  const value = String(clock.now());
  await store.write((tx) =>
    tx
      .sql<SystemTables>()
      .insertInto("meta")
      .values({ key: "ready_checked_at", value })
      .onConflict((conflict) => conflict.column("key").doUpdateSet({ value }))
      .execute(),
  );
}
