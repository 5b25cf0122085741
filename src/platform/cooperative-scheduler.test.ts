import { describe, expect, test } from "bun:test";
import { CooperativeScheduler } from "./cooperative-scheduler.ts";

/** A scheduler whose time passes only when a task works. */
function openScheduler() {
  let now = 0;
  const scheduler = new CooperativeScheduler(() => now);
  const work = async (slices: number, onSlice: () => void) => {
    const task = scheduler.start();
    for (let slice = 0; slice < slices; slice++) {
      onSlice();
      now += 1;
      await task.pause();
    }
  };
  return { scheduler, work };
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

  test("goes on at once while a slice is not used up", () => {
    const task = new CooperativeScheduler(() => 0).start();
    expect(task.pause()).toBeUndefined();
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
