import { describe, expect, test } from "bun:test";
import pino from "pino";
import Type from "typebox";
import { allowLoggedErrors } from "../../test/support/log/test-log.ts";
import { engines } from "../../test/support/server/engines.ts";
import { openTestRuntime, type TestRuntime } from "../../test/support/server/services.ts";
import { days, seconds } from "../../test/support/server/test-clock.ts";
import { type Job, type JobContext, job } from "../declare/job.ts";
import type { JobRow, SystemTables } from "../store/system-tables.ts";

interface TextJobOptions extends Partial<Omit<Job, "onBehalfOf" | "onGivenUp">> {
  readonly onBehalfOf?: (payload: { text: string }) => string | undefined;
  readonly onGivenUp?: (context: JobContext, payload: { text: string }) => Promise<void>;
}

/** A job that passes the text of its payload to `work`. */
function textJob(
  work: (text: string) => unknown,
  { name = "text", attempts = 3, ...more }: TextJobOptions = {},
) {
  return job({
    ...more,
    name,
    doc: "For tests.",
    attempts,
    payload: Type.Object({ text: Type.String() }),
    run: async (_, { text }) => {
      await work(text);
    },
  });
}

const enqueue = (runtime: TestRuntime, spec: ReturnType<typeof textJob>, text: string) =>
  runtime.store.write((tx) => tx.enqueue(spec, { text }));

const changeJobs = ({ database }: TestRuntime, changes: Partial<JobRow>) =>
  database.write((queries) => queries.sql<SystemTables>().updateTable("jobs").set(changes).execute());

describe.each([...engines])("worker on %s", (engine) => {
  test("a job exists after its transaction has committed, and runs once", async () => {
    await using runtime = await openTestRuntime(engine);
    const ran: string[] = [];
    const spec = textJob((text) => ran.push(text));
    await enqueue(runtime, spec, "Ünïcode");
    expect(runtime.jobNotifications()).toBe(1);
    expect(await runtime.jobRows()).toMatchObject([{ name: "text", attempts: 0, failed: 0 }]);
    const worker = runtime.newWorker([spec]);
    await worker.drain();
    await worker.drain();
    expect(ran).toEqual(["Ünïcode"]);
    expect(await runtime.jobRows()).toEqual([]);
  });

  test("a job with a delay does not run before it", async () => {
    await using runtime = await openTestRuntime(engine);
    const ran: string[] = [];
    const spec = { ...textJob((text) => ran.push(text)), afterMs: 5_000 };
    await enqueue(runtime, spec, "patience");
    const worker = runtime.newWorker([spec]);
    await worker.drain();
    runtime.clock.advance(4_999);
    await worker.drain();
    expect(ran).toEqual([]);
    runtime.clock.advance(1);
    await worker.drain();
    expect(ran).toEqual(["patience"]);
  });

  test("a rollback drops the jobs of its transaction", async () => {
    await using runtime = await openTestRuntime(engine);
    const spec = textJob(() => {});
    const write = runtime.store.write(async (tx) => {
      await tx.enqueue(spec, { text: "no" });
      throw new Error("rolled back");
    });
    await expect(write).rejects.toThrow("rolled back");
    expect(await runtime.jobRows()).toEqual([]);
    expect(runtime.jobNotifications()).toBe(0);
  });

  test("drain runs more jobs than there are slots, and those that jobs enqueue", async () => {
    await using runtime = await openTestRuntime(engine);
    const ran = new Set<string>();
    const spec: ReturnType<typeof textJob> = textJob(async (text) => {
      ran.add(text);
      if (text.length < 3) await enqueue(runtime, spec, `${text}+`);
    });
    for (let index = 0; index < 9; index++) await enqueue(runtime, spec, `${index}`);
    await runtime.newWorker([spec]).drain();
    expect(ran.size).toBe(27);
    expect(await runtime.jobRows()).toEqual([]);
  });

  test("a failing job is retried after growing delays, and then given up and kept", async () => {
    allowLoggedErrors(/job given up/);
    await using runtime = await openTestRuntime(engine);
    let runs = 0;
    const spec = textJob(() => {
      throw new Error(`failure ${++runs}`);
    });
    await enqueue(runtime, spec, "doomed");
    const worker = runtime.newWorker([spec]);
    const drainAfter = async (ms: number) => {
      runtime.clock.advance(ms);
      await worker.drain();
      const [{ attempts, failed, last_error } = {}] = await runtime.jobRows();
      return { runs, attempts, failed, last_error };
    };
    const once = { runs: 1, attempts: 1, failed: 0, last_error: "failure 1" };
    const twice = { runs: 2, attempts: 2, failed: 0, last_error: "failure 2" };
    const givenUp = { runs: 3, attempts: 3, failed: 1, last_error: "failure 3" };
    expect(await drainAfter(0)).toEqual(once);
    expect(await drainAfter(seconds(5) - 1)).toEqual(once);
    expect(await drainAfter(1)).toEqual(twice);
    expect(await drainAfter(seconds(10) - 1)).toEqual(twice);
    expect(await drainAfter(1)).toEqual(givenUp);
    expect(await drainAfter(days(30))).toEqual(givenUp);
  });

  test("a job that fails and then succeeds is done", async () => {
    await using runtime = await openTestRuntime(engine);
    let runs = 0;
    const spec = textJob(() => {
      if (++runs === 1) throw new Error("not yet");
    });
    await enqueue(runtime, spec, "second try");
    const worker = runtime.newWorker([spec]);
    await worker.drain();
    runtime.clock.advance(seconds(5));
    await worker.drain();
    expect(runs).toBe(2);
    expect(await runtime.jobRows()).toEqual([]);
  });

  test("a job whose worker died is claimed by another worker", async () => {
    await using runtime = await openTestRuntime(engine);
    const [begun, never] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const hang = () => {
      begun.resolve();
      return never.promise;
    };
    // Only one at a time, so that it does not claim its own job again when the lease has ended.
    const dead = runtime.newWorker([textJob(hang, { parallel: 1 })]);
    const ran: string[] = [];
    const spec = textJob((text) => ran.push(text));
    await enqueue(runtime, spec, "orphan");
    const stuck = dead.drain();
    await begun.promise;
    const other = runtime.newWorker([spec]);
    runtime.clock.advance(seconds(60) - 1);
    await other.drain();
    expect(ran).toEqual([]);
    expect(await runtime.jobRows()).toMatchObject([{ attempts: 1 }]);
    runtime.clock.advance(1);
    await other.drain();
    expect(ran).toEqual(["orphan"]);
    expect(await runtime.jobRows()).toEqual([]);
    never.resolve();
    await stuck;
  });

  test("a job that crashes its worker in every attempt is given up as well", async () => {
    allowLoggedErrors(/job given up/);
    await using runtime = await openTestRuntime(engine);
    let runs = 0;
    const givenUp: string[] = [];
    const spec = textJob(() => runs++, { onGivenUp: async (_, { text }) => void givenUp.push(text) });
    await enqueue(runtime, spec, "poison");
    await changeJobs(runtime, { attempts: 3, leased_until: runtime.clock.now() });
    await runtime.newWorker([spec]).drain();
    expect(runs).toBe(0);
    expect(givenUp).toEqual(["poison"]);
    expect(await runtime.jobRows()).toMatchObject([
      { failed: 1, last_error: expect.stringContaining("died") },
    ]);
  });

  test("a job is given up even if that cannot be noted", async () => {
    allowLoggedErrors(/job given up|the end of a job was not noted/);
    await using runtime = await openTestRuntime(engine);
    const fail = () => Promise.reject(new Error("no"));
    const spec = textJob(fail, { attempts: 1, onGivenUp: fail });
    await enqueue(runtime, spec, "doomed");
    await runtime.newWorker([spec]).drain();
    expect(await runtime.jobRows()).toMatchObject([{ failed: 1, last_error: "no" }]);
  });

  test("a sealed payload cannot be read in the table, nor moved to another job", async () => {
    await using runtime = await openTestRuntime(engine);
    const ran: string[] = [];
    const spec = textJob((text) => ran.push(text), { sealed: true });
    await enqueue(runtime, spec, "the secret");
    const [row] = await runtime.jobRows();
    expect(row?.payload).not.toMatch(/secret|text/);
    expect(Buffer.from(row?.payload ?? "", "base64url").toString("latin1")).not.toMatch(/secret|text/);
    await runtime.newWorker([spec]).drain();
    expect(ran).toEqual(["the secret"]);

    await enqueue(runtime, spec, "another");
    await changeJobs(runtime, { payload: row?.payload ?? "" });
    await runtime.newWorker([spec]).drain();
    expect(ran).toEqual(["the secret"]);
    expect(await runtime.jobRows()).toMatchObject([{ attempts: 1, last_error: expect.any(String) }]);
  });

  test("two workers share the jobs and never run one twice", async () => {
    await using runtime = await openTestRuntime(engine);
    const ran: string[] = [];
    const busy = new Set<string>();
    const bothBusy = Promise.withResolvers<void>();
    const specOf = (worker: string) =>
      textJob(async (text) => {
        ran.push(text);
        if (busy.add(worker).size === 2) bothBusy.resolve();
        await bothBusy.promise;
      });
    const names = Array.from({ length: 40 }, (_, index) => `${index}`.padStart(2, "0"));
    for (const name of names) await enqueue(runtime, specOf(""), name);
    await Promise.all(["first", "second"].map((name) => runtime.newWorker([specOf(name)]).drain()));
    expect(ran.toSorted()).toEqual(names);
    expect(await runtime.jobRows()).toEqual([]);
  });

  test("a slot is filled again as soon as it is free, while other jobs continue", async () => {
    await using runtime = await openTestRuntime(engine);
    const ran: string[] = [];
    const allRan = Promise.withResolvers<void>();
    const spec = textJob(async (text) => {
      if (text === "slow") return allRan.promise;
      if (ran.push(text) === 9) allRan.resolve();
    });
    for (const text of ["slow", "slow", "slow", ..."123456789"]) await enqueue(runtime, spec, text);
    await runtime.newWorker([spec]).drain();
    expect(ran.toSorted()).toEqual([..."123456789"]);
    expect(await runtime.jobRows()).toEqual([]);
  });

  test("a job that becomes due while another runs does not wait for it", async () => {
    await using runtime = await openTestRuntime(engine);
    const [begun, quickRan] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const spec = textJob((text) => {
      if (text === "quick") return quickRan.resolve();
      begun.resolve();
      return quickRan.promise;
    });
    const worker = runtime.newWorker([spec]);
    await enqueue(runtime, spec, "slow");
    const drained = worker.drain();
    await begun.promise;
    await enqueue(runtime, spec, "quick");
    await worker.drain();
    await drained;
    expect(await runtime.jobRows()).toEqual([]);
  });

  test("a job with a parallel limit leaves slots for others, however many of it are due", async () => {
    await using runtime = await openTestRuntime(engine);
    const othersRan = Promise.withResolvers<void>();
    let [running, maxRunning, slowRuns, otherRuns] = [0, 0, 0, 0];
    const slow = textJob(
      async () => {
        maxRunning = Math.max(maxRunning, ++running);
        await othersRan.promise;
        // Gives other jobs the time to start before this one ends.
        await runtime.jobRows();
        running--;
        slowRuns++;
      },
      { name: "slow", parallel: 2 },
    );
    const other = textJob(() => ++otherRuns === 5 && othersRan.resolve(), { name: "other" });
    for (let index = 0; index < 12; index++) await enqueue(runtime, slow, `${index}`);
    runtime.clock.advance(1);
    for (let index = 0; index < 5; index++) await enqueue(runtime, other, `${index}`);
    await runtime.newWorker([slow, other]).drain();
    expect({ maxRunning, slowRuns, otherRuns }).toEqual({ maxRunning: 2, slowRuns: 12, otherRuns: 5 });
    expect(await runtime.jobRows()).toEqual([]);
  });

  describe("jobs on behalf of accounts", () => {
    /** The first letter names the account. */
    const onBehalfOf = ({ text }: { text: string }) => text[0];
    const options = { name: "turns", parallel: 2, onBehalfOf };
    const enqueueAll = async (runtime: TestRuntime, spec: ReturnType<typeof textJob>, texts: string[]) => {
      for (const text of texts) {
        await enqueue(runtime, spec, text);
        runtime.clock.advance(1);
      }
    };

    test("run one at a time for each account, and none waits behind those of another", async () => {
      await using runtime = await openTestRuntime(engine);
      const [begun, otherRan] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const ran: string[] = [];
      const work = (text: string) => {
        ran.push(text);
        if (text === "b1") otherRan.resolve();
        if (text !== "a1") return undefined;
        begun.resolve();
        return otherRan.promise;
      };
      const spec = textJob(work, options);
      await enqueueAll(runtime, spec, ["a1", "a2", "a3", "a4", "a5", "a6", "a7", "a8", "a9", "b1"]);
      // The second worker is another node.
      const drained = runtime.newWorker([spec]).drain();
      await begun.promise;
      await runtime.newWorker([spec]).drain();
      expect(ran.slice(0, 2)).toEqual(["a1", "b1"]);
      await drained;
      await runtime.newWorker([spec]).drain();
      expect(ran).toEqual(["a1", "b1", "a2", "a3", "a4", "a5", "a6", "a7", "a8", "a9"]);
      expect(await runtime.jobRows()).toEqual([]);
    });

    test("take turns by account, not by age", async () => {
      await using runtime = await openTestRuntime(engine);
      const ran: string[] = [];
      const spec = textJob((text) => ran.push(text), { ...options, parallel: 1 });
      await enqueueAll(runtime, spec, ["a1", "a2", "a3", "b1", "b2", "c1"]);
      await runtime.newWorker([spec]).drain();
      expect(ran).toEqual(["a1", "b1", "c1", "a2", "b2", "a3"]);
    });

    test("that name no account run at the same time", async () => {
      await using runtime = await openTestRuntime(engine);
      const ran: string[] = [];
      const bothRan = Promise.withResolvers<void>();
      const work = (text: string) => {
        if (ran.push(text) === 2) bothRan.resolve();
        return bothRan.promise;
      };
      const spec = textJob(work, { ...options, onBehalfOf: () => undefined });
      await enqueueAll(runtime, spec, ["1", "2"]);
      await runtime.newWorker([spec]).drain();
      expect(ran).toEqual(["1", "2"]);
    });
  });

  test("a job that takes longer than a lease stays with its worker", async () => {
    const warnings: string[] = [];
    await using runtime = await openTestRuntime(
      engine,
      pino({ level: "warn" }, { write: (line) => warnings.push(line) }),
    );
    const leaseMs = 300;
    const barrier = Promise.withResolvers<void>();
    const ran: string[] = [];
    const spec = textJob(async (text) => {
      ran.push(text);
      await barrier.promise;
    });
    await enqueue(runtime, spec, "long");
    const working = runtime.newWorker([spec], leaseMs).drain();
    for (let tick = 0; tick < 8; tick++) {
      await Bun.sleep(leaseMs / 2);
      runtime.clock.advance(leaseMs / 2);
      await runtime.newWorker([spec], leaseMs).drain();
    }
    barrier.resolve();
    await working;
    expect(ran).toEqual(["long"]);
    expect(await runtime.jobRows()).toEqual([]);
    expect(warnings).toEqual([]);
  });

  test.each([
    ["whose payload has another shape", { payload: '{"text":5}' }],
    ["whose payload is not JSON", { payload: "{" }],
  ])("a job %s does not affect others", async (_, changes: Partial<JobRow>) => {
    await using runtime = await openTestRuntime(engine);
    const ran: string[] = [];
    const spec = textJob((text) => ran.push(text));
    await enqueue(runtime, spec, "bad");
    await changeJobs(runtime, changes);
    await enqueue(runtime, spec, "good");
    await runtime.newWorker([spec]).drain();
    expect(ran).toEqual(["good"]);
    expect(await runtime.jobRows()).toMatchObject([{ failed: 0, last_error: expect.any(String) }]);
  });

  test("jobs that this program does not know are left for one that does, and do not delay others", async () => {
    await using runtime = await openTestRuntime(engine);
    const ran: string[] = [];
    const future = textJob((text) => ran.push(text), { name: "from_the_future" });
    // More than a worker runs at once, and due before the known job.
    for (let index = 0; index < 12; index++) await enqueue(runtime, future, "future");
    runtime.clock.advance(1);
    const known = textJob((text) => ran.push(text));
    await enqueue(runtime, known, "known");
    const before = await runtime.jobRows();
    await runtime.newWorker([known]).drain();
    expect(ran).toEqual(["known"]);
    expect(await runtime.jobRows()).toEqual(before.slice(0, 12));
    await runtime.newWorker([known, future]).drain();
    expect(ran).toEqual(["known", ...Array(12).fill("future")]);
    expect(await runtime.jobRows()).toEqual([]);
  });

  test.each([
    ["ends", {}, () => {}],
    [
      "fails",
      {},
      () => {
        throw new Error("too late");
      },
    ],
    ["ends, and is periodic", { everyMs: seconds(100), payload: Type.Null() }, () => {}],
  ])("a job that %s after its lease was lost leaves the row to the new holder", async (_, more, end) => {
    await using runtime = await openTestRuntime(engine);
    const [begun, barrier] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const [begunAgain, barrierAgain] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const spec = textJob(() => {});
    const workerWith = (run: () => Promise<void>) => runtime.newWorker([{ ...spec, ...more, run } as Job]);
    await enqueue(runtime, spec, "slow");
    const late = workerWith(async () => {
      begun.resolve();
      await barrier.promise;
      end();
    });
    const first = late.drain();
    await begun.promise;
    // Otherwise it may claim the job again itself.
    void late.stop(seconds(60));
    runtime.clock.advance(seconds(60));
    const second = workerWith(async () => {
      begunAgain.resolve();
      await barrierAgain.promise;
    }).drain();
    await begunAgain.promise;
    const claimed = await runtime.jobRows();
    expect(claimed).toMatchObject([{ attempts: 2 }]);
    barrier.resolve();
    await first;
    expect(await runtime.jobRows()).toEqual(claimed);
    barrierAgain.resolve();
    await second;
    expect(await runtime.jobRows()).toHaveLength("everyMs" in more ? 1 : 0);
  });

  test("the lease of a job is not extended after the job has failed", async () => {
    const lines: string[] = [];
    await using runtime = await openTestRuntime(
      engine,
      pino({ level: "warn" }, { write: (line) => lines.push(JSON.parse(line).msg) }),
    );
    const leaseMs = 30;
    let runs = 0;
    const spec = textJob(() => {
      if (++runs === 1) throw new Error("not yet");
    });
    await enqueue(runtime, spec, "second try");
    const worker = runtime.newWorker([spec], leaseMs);
    await worker.drain();
    const postponed = await runtime.jobRows();
    await Bun.sleep(5 * leaseMs);
    expect(await runtime.jobRows()).toEqual(postponed);
    expect(lines).toEqual(["job failed, will be retried"]);
    runtime.clock.advance(seconds(5));
    await worker.drain();
    expect([runs, await runtime.jobRows()]).toEqual([2, []]);
  });

  test("a stopped worker finishes running jobs and starts no more", async () => {
    await using runtime = await openTestRuntime(engine);
    const begun = Promise.withResolvers<void>();
    const barrier = Promise.withResolvers<void>();
    const ended: string[] = [];
    const spec = textJob(async (text) => {
      begun.resolve();
      await barrier.promise;
      ended.push(text);
    });
    for (let index = 0; index < 12; index++) await enqueue(runtime, spec, `${index}`);
    const worker = runtime.newWorker([spec]);
    void worker.drain();
    await begun.promise;
    const stopped = worker.stop(60_000);
    barrier.resolve();
    await stopped;
    const left = await runtime.jobRows();
    expect(ended.length).toBeGreaterThan(0);
    expect(ended.length + left.length).toBe(12);
    expect(left).not.toEqual([]);
    await worker.drain();
    expect(await runtime.jobRows()).toEqual(left);
  });

  test("mail addresses in an error reach neither the log nor the table", async () => {
    const lines: string[] = [];
    await using runtime = await openTestRuntime(
      engine,
      pino({ level: "trace" }, { write: (line) => lines.push(line) }),
    );
    const spec: Job = textJob(() => {
      throw new Error('550 5.1.1 <someone@example.com>: unknown, "other.one@sub.example.org"');
    });
    await enqueue(runtime, spec as ReturnType<typeof textJob>, "mail");
    await runtime.newWorker([spec]).drain();
    const [row] = await runtime.jobRows();
    expect(row?.last_error).toStartWith("550 5.1.1 <");
    expect(lines.join("")).toContain("550 5.1.1 <");
    expect(`${row?.last_error}${lines.join("")}`).not.toMatch(/@|someone|other/);
  });
});
