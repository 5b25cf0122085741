import { describe, expect, test } from "bun:test";
import Type from "typebox";
import { engines } from "../../test/support/server/engines.ts";
import { openTestRuntime, type TestRuntime } from "../../test/support/server/services.ts";
import { days, minutes, seconds } from "../../test/support/server/test-clock.ts";
import { until } from "../../test/support/until.ts";
import { job } from "../declare/job.ts";
import type { SystemTables } from "../store/system-tables.ts";
import { systemJobs } from "./system-jobs.ts";

const everyTenMinutes = (run: () => void) =>
  job({
    name: "tidy",
    doc: "For tests.",
    attempts: 1,
    everyMs: minutes(10),
    payload: Type.Null(),
    run: async () => run(),
  });

const giveUpAllJobs = ({ database }: TestRuntime) =>
  database.write((queries) => queries.sql<SystemTables>().updateTable("jobs").set({ failed: 1 }).execute());

describe.each([...engines])("periodic jobs on %s", (engine) => {
  test("run at once and then at their interval, also across restarts", async () => {
    await using runtime = await openTestRuntime(engine);
    let runs = 0;
    const spec = everyTenMinutes(() => runs++);
    const restart = async () => {
      const worker = runtime.newWorker([spec]);
      await worker.schedulePeriodic();
      await worker.drain();
      return worker;
    };
    let worker = await restart();
    expect(runs).toBe(1);
    runtime.clock.advance(minutes(10) - 1);
    worker = await restart();
    expect(runs).toBe(1);
    runtime.clock.advance(1);
    await worker.drain();
    expect(runs).toBe(2);
    runtime.clock.advance(minutes(35));
    await restart();
    expect(runs).toBe(3);
    expect(await runtime.jobRows()).toMatchObject([{ id: "periodic:tidy", attempts: 0, last_error: null }]);
  });

  test("several servers that start at once create one row", async () => {
    await using runtime = await openTestRuntime(engine);
    let runs = 0;
    const workers = Array.from({ length: 4 }, () => runtime.newWorker([everyTenMinutes(() => runs++)]));
    await Promise.all(workers.map((worker) => worker.schedulePeriodic()));
    expect(await runtime.jobRows()).toHaveLength(1);
    await Promise.all(workers.map((worker) => worker.drain()));
    expect(runs).toBe(1);
  });

  test("a job that a process was running when it died runs again at the next start", async () => {
    await using runtime = await openTestRuntime(engine);
    let runs = 0;
    const death = Promise.withResolvers<void>();
    const started = Promise.withResolvers<void>();
    const died = runtime.newWorker([
      everyTenMinutes(() => {
        started.resolve();
        return death.promise;
      }),
    ]);
    await died.schedulePeriodic();
    const dying = died.drain();
    await started.promise;
    // Dead workers claim no more jobs.
    await died.stop(0);
    const next = runtime.newWorker([everyTenMinutes(() => runs++)]);
    await next.schedulePeriodic();
    await next.drain();
    expect(runs).toBe(1);
    death.resolve();
    await dying;
  });

  test("a job that another server of a cluster runs is not started again", async () => {
    await using runtime = await openTestRuntime(engine);
    let runs = 0;
    const end = Promise.withResolvers<void>();
    const first = runtime.newWorker([everyTenMinutes(() => end.promise)]);
    await first.schedulePeriodic({ isAlone: false });
    const running = first.drain();
    await until(async () => (await runtime.jobRows())[0]?.leased_until !== 0);
    const second = runtime.newWorker([everyTenMinutes(() => runs++)]);
    await second.schedulePeriodic({ isAlone: false });
    await second.drain();
    expect(runs).toBe(0);
    end.resolve();
    await running;
    runtime.clock.advance(minutes(10));
    await second.drain();
    expect(runs).toBe(1);
  });

  test("a job that fails is retried soon, and never given up", async () => {
    await using runtime = await openTestRuntime(engine);
    let runs = 0;
    const worker = runtime.newWorker([
      everyTenMinutes(() => {
        if (++runs < 4) throw new Error("not yet");
      }),
    ]);
    await worker.schedulePeriodic();
    for (const pause of [0, 5, 10, 20]) {
      runtime.clock.advance(seconds(pause));
      await worker.drain();
    }
    expect(runs).toBe(4);
    expect(await runtime.jobRows()).toMatchObject([{ failed: 0, attempts: 0, last_error: null }]);
    runtime.clock.advance(minutes(10));
    await worker.drain();
    expect(runs).toBe(5);
  });

  test("a job that an older version of the program gave up runs again in a version that knows it", async () => {
    await using runtime = await openTestRuntime(engine);
    let runs = 0;
    const newer = runtime.newWorker([everyTenMinutes(() => runs++)]);
    await newer.schedulePeriodic();
    await giveUpAllJobs(runtime);
    await newer.schedulePeriodic();
    runtime.clock.advance(seconds(5));
    await newer.drain();
    expect(runs).toBe(1);
    expect(await runtime.jobRows()).toMatchObject([{ failed: 0 }]);
  });

  test("a job that the configuration does not need has no row, also if it had one before", async () => {
    await using runtime = await openTestRuntime(engine);
    let runs = 0;
    const spec = everyTenMinutes(() => runs++);
    await runtime.newWorker([spec]).schedulePeriodic();
    expect(await runtime.jobRows()).toHaveLength(1);
    const worker = runtime.newWorker([{ ...spec, isNeeded: ({ oidc }) => oidc.providers.length > 0 }]);
    await worker.schedulePeriodic();
    await worker.drain();
    expect([runs, await runtime.jobRows()]).toEqual([0, []]);
  });

  test("jobs that were given up are kept for a month", async () => {
    await using runtime = await openTestRuntime(engine);
    const worker = runtime.newWorker(systemJobs);
    await runtime.store.write((tx) =>
      tx.enqueue(
        everyTenMinutes(() => {}),
        null,
      ),
    );
    await giveUpAllJobs(runtime);
    await worker.schedulePeriodic();
    runtime.clock.advance(days(29));
    await worker.drain();
    expect((await runtime.jobRows()).filter(({ failed }) => failed)).toHaveLength(1);
    runtime.clock.advance(days(2));
    await worker.drain();
    expect((await runtime.jobRows()).filter(({ failed }) => failed)).toEqual([]);
  });
});
