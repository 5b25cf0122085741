import { describe, expect, test } from "bun:test";
import pino from "pino";
import Type from "typebox";
import { engines } from "../../test/support/engines.ts";
import { openTestHouse, type TestHouse } from "../../test/support/services.ts";
import { days, seconds } from "../../test/support/test-clock.ts";
import { type Job, job } from "../declare/job.ts";
import type { JobRow, SystemTables } from "../store/system-tables.ts";

/** A job that does `work` with the text it was given. */
function textJob(
  work: (text: string) => unknown,
  { name = "text", attempts = 3, ...more }: Partial<Job> = {},
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

const enqueue = (house: TestHouse, spec: ReturnType<typeof textJob>, text: string) =>
  house.store.write((tx) => tx.enqueue(spec, { text }));

const changeJobs = ({ database }: TestHouse, changes: Partial<JobRow>) =>
  database.write((queries) => queries.sql<SystemTables>().updateTable("jobs").set(changes).execute());

describe.each([...engines])("worker on %s", (engine) => {
  test("a job is there when its transaction commits, and is run once", async () => {
    await using house = await openTestHouse(engine);
    const ran: string[] = [];
    const spec = textJob((text) => ran.push(text));
    await enqueue(house, spec, "Ünïcode");
    expect(house.told()).toBe(1);
    expect(await house.jobRows()).toMatchObject([{ name: "text", attempts: 0, failed: 0 }]);
    const worker = house.newWorker([spec]);
    await worker.drain();
    await worker.drain();
    expect(ran).toEqual(["Ünïcode"]);
    expect(await house.jobRows()).toEqual([]);
  });

  test("a job that is to wait is not tried before", async () => {
    await using house = await openTestHouse(engine);
    const ran: string[] = [];
    const spec = { ...textJob((text) => ran.push(text)), afterMs: 5_000 };
    await enqueue(house, spec, "patience");
    const worker = house.newWorker([spec]);
    await worker.drain();
    house.clock.advance(4_999);
    await worker.drain();
    expect(ran).toEqual([]);
    house.clock.advance(1);
    await worker.drain();
    expect(ran).toEqual(["patience"]);
  });

  test("a job of a transaction that is rolled back never was", async () => {
    await using house = await openTestHouse(engine);
    const spec = textJob(() => {});
    const write = house.store.write(async (tx) => {
      await tx.enqueue(spec, { text: "no" });
      throw new Error("rolled back");
    });
    await expect(write).rejects.toThrow("rolled back");
    expect(await house.jobRows()).toEqual([]);
    expect(house.told()).toBe(0);
  });

  test("more jobs than run at a time are all run in one go, those enqueued by jobs included", async () => {
    await using house = await openTestHouse(engine);
    const ran = new Set<string>();
    const spec: ReturnType<typeof textJob> = textJob(async (text) => {
      ran.add(text);
      if (text.length < 3) await enqueue(house, spec, `${text}+`);
    });
    for (let index = 0; index < 9; index++) await enqueue(house, spec, `${index}`);
    await house.newWorker([spec]).drain();
    expect(ran.size).toBe(27);
    expect(await house.jobRows()).toEqual([]);
  });

  test("a failing job is tried again after growing pauses, and then given up and kept", async () => {
    await using house = await openTestHouse(engine);
    let runs = 0;
    const spec = textJob(() => {
      throw new Error(`failure ${++runs}`);
    });
    await enqueue(house, spec, "doomed");
    const worker = house.newWorker([spec]);
    const drainAfter = async (ms: number) => {
      house.clock.advance(ms);
      await worker.drain();
      const [{ attempts, failed, last_error } = {}] = await house.jobRows();
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
    await using house = await openTestHouse(engine);
    let runs = 0;
    const spec = textJob(() => {
      if (++runs === 1) throw new Error("not yet");
    });
    await enqueue(house, spec, "second try");
    const worker = house.newWorker([spec]);
    await worker.drain();
    house.clock.advance(seconds(5));
    await worker.drain();
    expect(runs).toBe(2);
    expect(await house.jobRows()).toEqual([]);
  });

  test("what a job held in its hands when its worker died is taken up by another", async () => {
    await using house = await openTestHouse(engine);
    const [begun, never] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const dead = house.newWorker([
      textJob(() => {
        begun.resolve();
        return never.promise;
      }),
    ]);
    const ran: string[] = [];
    const spec = textJob((text) => ran.push(text));
    await enqueue(house, spec, "orphan");
    const stuck = dead.drain();
    await begun.promise;
    const heir = house.newWorker([spec]);
    house.clock.advance(seconds(60) - 1);
    await heir.drain();
    expect(ran).toEqual([]);
    expect(await house.jobRows()).toMatchObject([{ attempts: 1 }]);
    house.clock.advance(1);
    await heir.drain();
    expect(ran).toEqual(["orphan"]);
    expect(await house.jobRows()).toEqual([]);
    never.resolve();
    await stuck;
  });

  test("a job that takes its worker down every time is given up as well", async () => {
    await using house = await openTestHouse(engine);
    let runs = 0;
    const spec = textJob(() => runs++);
    await enqueue(house, spec, "poison");
    await changeJobs(house, { attempts: 3, leased_until: house.clock.now() });
    await house.newWorker([spec]).drain();
    expect(runs).toBe(0);
    expect(await house.jobRows()).toMatchObject([{ failed: 1, last_error: expect.stringContaining("died") }]);
  });

  test("a sealed payload cannot be read in the table, nor moved to another job", async () => {
    await using house = await openTestHouse(engine);
    const ran: string[] = [];
    const spec = textJob((text) => ran.push(text), { sealed: true });
    await enqueue(house, spec, "the secret");
    const [row] = await house.jobRows();
    expect(row?.payload).not.toMatch(/secret|text/);
    expect(Buffer.from(row?.payload ?? "", "base64url").toString("latin1")).not.toMatch(/secret|text/);
    await house.newWorker([spec]).drain();
    expect(ran).toEqual(["the secret"]);

    await enqueue(house, spec, "another");
    await changeJobs(house, { payload: row?.payload ?? "" });
    await house.newWorker([spec]).drain();
    expect(ran).toEqual(["the secret"]);
    expect(await house.jobRows()).toMatchObject([{ attempts: 1, last_error: expect.any(String) }]);
  });

  test("two workers share the jobs and never run one twice", async () => {
    await using house = await openTestHouse(engine);
    const ran: string[] = [];
    const busy = new Set<string>();
    const bothBusy = Promise.withResolvers<void>();
    const specOf = (who: string) =>
      textJob(async (text) => {
        ran.push(text);
        if (busy.add(who).size === 2) bothBusy.resolve();
        await bothBusy.promise;
      });
    const names = Array.from({ length: 40 }, (_, index) => `${index}`.padStart(2, "0"));
    for (const name of names) await enqueue(house, specOf(""), name);
    await Promise.all(["first", "second"].map((who) => house.newWorker([specOf(who)]).drain()));
    expect(ran.toSorted()).toEqual(names);
    expect(await house.jobRows()).toEqual([]);
  });

  test("a slot is filled again as soon as it is free, while other jobs go on", async () => {
    await using house = await openTestHouse(engine);
    const ran: string[] = [];
    const allRan = Promise.withResolvers<void>();
    const spec = textJob(async (text) => {
      if (text === "slow") return allRan.promise;
      if (ran.push(text) === 9) allRan.resolve();
    });
    for (const text of ["slow", "slow", "slow", ..."123456789"]) await enqueue(house, spec, text);
    await house.newWorker([spec]).drain();
    expect(ran.toSorted()).toEqual([..."123456789"]);
    expect(await house.jobRows()).toEqual([]);
  });

  test("what falls due while a job goes on does not wait for it", async () => {
    await using house = await openTestHouse(engine);
    const [begun, quickRan] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const spec = textJob((text) => {
      if (text === "quick") return quickRan.resolve();
      begun.resolve();
      return quickRan.promise;
    });
    const worker = house.newWorker([spec]);
    await enqueue(house, spec, "slow");
    const drained = worker.drain();
    await begun.promise;
    await enqueue(house, spec, "quick");
    await worker.drain();
    await drained;
    expect(await house.jobRows()).toEqual([]);
  });

  test("a kind of job that is limited leaves slots for others, however many of it wait", async () => {
    await using house = await openTestHouse(engine);
    const othersRan = Promise.withResolvers<void>();
    let [running, most, slowRuns, otherRuns] = [0, 0, 0, 0];
    const slow = textJob(
      async () => {
        most = Math.max(most, ++running);
        await othersRan.promise;
        // Others that may begin do so before this one ends.
        await house.jobRows();
        running--;
        slowRuns++;
      },
      { name: "slow", parallel: 2 },
    );
    const other = textJob(() => ++otherRuns === 5 && othersRan.resolve(), { name: "other" });
    for (let index = 0; index < 12; index++) await enqueue(house, slow, `${index}`);
    house.clock.advance(1);
    for (let index = 0; index < 5; index++) await enqueue(house, other, `${index}`);
    await house.newWorker([slow, other]).drain();
    expect({ most, slowRuns, otherRuns }).toEqual({ most: 2, slowRuns: 12, otherRuns: 5 });
    expect(await house.jobRows()).toEqual([]);
  });

  test("a job that takes longer than a lease stays with its worker", async () => {
    await using house = await openTestHouse(engine);
    const leaseMs = 300;
    const gate = Promise.withResolvers<void>();
    const ran: string[] = [];
    const spec = textJob(async (text) => {
      ran.push(text);
      await gate.promise;
    });
    await enqueue(house, spec, "long");
    const working = house.newWorker([spec], leaseMs).drain();
    for (let look = 0; look < 8; look++) {
      await Bun.sleep(leaseMs / 2);
      house.clock.advance(leaseMs / 2);
      await house.newWorker([spec], leaseMs).drain();
    }
    gate.resolve();
    await working;
    expect(ran).toEqual(["long"]);
    expect(await house.jobRows()).toEqual([]);
  });

  test.each([
    ["whose name this program does not know", { name: "from_the_future" }, 1, "from_the_future"],
    ["whose payload has another shape", { payload: '{"text":5}' }, 0, ""],
    ["whose payload is not JSON", { payload: "{" }, 0, ""],
  ])("a job %s harms no other", async (_, changes: Partial<JobRow>, failed, reason) => {
    await using house = await openTestHouse(engine);
    const ran: string[] = [];
    const spec = textJob((text) => ran.push(text));
    await enqueue(house, spec, "bad");
    await changeJobs(house, changes);
    await enqueue(house, spec, "good");
    await house.newWorker([spec]).drain();
    expect(ran).toEqual(["good"]);
    expect(await house.jobRows()).toMatchObject([{ failed, last_error: expect.stringContaining(reason) }]);
  });

  test("a worker told to stop finishes what it began and begins nothing more", async () => {
    await using house = await openTestHouse(engine);
    const begun = Promise.withResolvers<void>();
    const gate = Promise.withResolvers<void>();
    const ended: string[] = [];
    const spec = textJob(async (text) => {
      begun.resolve();
      await gate.promise;
      ended.push(text);
    });
    for (let index = 0; index < 12; index++) await enqueue(house, spec, `${index}`);
    const worker = house.newWorker([spec]);
    void worker.drain();
    await begun.promise;
    const stopped = worker.stop(60_000);
    gate.resolve();
    await stopped;
    const left = await house.jobRows();
    expect(ended.length).toBeGreaterThan(0);
    expect(ended.length + left.length).toBe(12);
    expect(left).not.toEqual([]);
    await worker.drain();
    expect(await house.jobRows()).toEqual(left);
  });

  test("neither log nor table learns a mail address from a failure", async () => {
    const lines: string[] = [];
    await using house = await openTestHouse(
      engine,
      pino({ level: "trace" }, { write: (line) => lines.push(line) }),
    );
    const spec: Job = textJob(() => {
      throw new Error('550 5.1.1 <somebody@example.com>: unknown, "other.one@sub.example.org"');
    });
    await enqueue(house, spec as ReturnType<typeof textJob>, "mail");
    await house.newWorker([spec]).drain();
    const [row] = await house.jobRows();
    expect(row?.last_error).toStartWith("550 5.1.1 <");
    expect(lines.join("")).toContain("550 5.1.1 <");
    expect(`${row?.last_error}${lines.join("")}`).not.toMatch(/@|somebody|other/);
  });
});
