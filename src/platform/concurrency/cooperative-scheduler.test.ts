import { describe, expect, test } from "bun:test";
import { CooperativeScheduler } from "./cooperative-scheduler.ts";

/** A scheduler whose time passes only when a task works, or where a test says so. */
function openScheduler() {
  let now = 0;
  const scheduler = new CooperativeScheduler(() => now);
  const pass = (ms: number) => {
    now += ms;
  };
  const work = async (slices: number, onSlice: () => void) => {
    const task = scheduler.start();
    for (let slice = 0; slice < slices; slice++) {
      onSlice();
      now += 1;
      await task.pause();
    }
  };
  return { scheduler, work, pass };
}

describe("work in slices", () => {
  test("lets the event loop turn after every slice, whatever the number of tasks", async () => {
    const { work } = openScheduler();
    let turns = 0;
    let isDone = false;
    const turn = () => {
      turns += 1;
      if (!isDone) setImmediate(turn);
    };
    setImmediate(turn);
    const turnsAtSlices: number[] = [];
    await Promise.all([1, 2, 3].map(() => work(10, () => turnsAtSlices.push(turns))));
    isDone = true;
    // The first slices of the three tasks run before any turn.
    expect(new Set(turnsAtSlices).size).toBeGreaterThanOrEqual(turnsAtSlices.length - 3);
  });

  test("continues at once while a slice is not used up", () => {
    const task = new CooperativeScheduler(() => 0).start();
    expect(task.pause()).toBeUndefined();
  });

  test("time in which a task waited for something else is not part of its slice", async () => {
    const { scheduler, pass } = openScheduler();
    const task = scheduler.start();
    await new Promise((resolve) => setImmediate(resolve));
    pass(10);
    expect(task.pause()).toBeUndefined();
  });

  test("a task that starts while older ones wait begins after them", async () => {
    const { scheduler, pass } = openScheduler();
    const begun: string[] = [];
    const run = async (name: string) => {
      const task = scheduler.start();
      const pause = task.pause();
      if (pause) await pause;
      begun.push(name);
      pass(1);
      await task.pause();
    };
    // The third starts where the first has ended and left its slice to others.
    await Promise.all([run("first").then(() => run("third")), run("second")]);
    expect(begun).toEqual(["first", "second", "third"]);
  });

  test("a single step waits only while the slice is used up, and then goes before all tasks", async () => {
    const { scheduler, pass } = openScheduler();
    expect(scheduler.pause()).toBeUndefined();
    pass(1);
    const order: string[] = [];
    const task = scheduler.start();
    await Promise.all([
      task.pause()?.then(() => order.push("task")),
      scheduler.pause()?.then(() => order.push("step")),
    ]);
    expect(order).toEqual(["step", "task"]);
  });

  test("a short task does not wait for the rests of a long one", async () => {
    const { work } = openScheduler();
    let longSlices = 0;
    const long = work(250, () => {
      longSlices += 1;
    });
    while (longSlices < 105) await Bun.sleep(0);
    await work(20, () => {});
    expect(longSlices).toBeLessThan(250);
    await long;
  });
});
