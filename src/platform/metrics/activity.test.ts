import { expect, test } from "bun:test";
import { until } from "../../../test/support/until.ts";
import { Activity } from "./activity.ts";

/** An activity whose time and readings the test moves. */
function createActivity() {
  const clock = { time: 1_000_000, now: () => clock.time };
  const reading = { uptimeMs: 500, cpuMs: 80, memoryBytes: 1_000 };
  const activity = new Activity(clock, () => ({ ...reading }));
  const pass = (ms: number, lateMs = 0, connections = 0) => {
    clock.time += ms;
    reading.uptimeMs += ms;
    activity.measure(lateMs, () => connections);
  };
  return { activity, clock, reading, pass };
}

test("a sample has the rates, the load and the worst delay of its ten seconds", () => {
  const { activity, reading, pass } = createActivity();
  activity.totals.requests += 50;
  activity.totals.messages += 20;
  pass(4_000, 3);
  pass(4_000, 250);
  expect(activity.samples).toEqual([]);
  reading.cpuMs += 12_500;
  reading.memoryBytes = 2_000;
  pass(2_000, 8, 7);
  pass(9_999, 1);
  pass(1, 2, 6);
  const quiet = { requestsPerSecond: 0, messagesPerSecond: 0, memoryBytes: 2_000, cpu: 0 };
  expect(activity.samples).toEqual([
    {
      at: 1_010_000,
      connections: 7,
      requestsPerSecond: 5,
      messagesPerSecond: 2,
      memoryBytes: 2_000,
      cpu: 1.25,
      lagMs: 250,
    },
    { ...quiet, at: 1_020_000, connections: 6, lagMs: 2 },
  ]);
});

test("rates are right although the clock is set, forwards or back", () => {
  const { activity, clock, pass } = createActivity();
  for (const set of [3_600_000, -7_200_000]) {
    activity.totals.requests += 10;
    clock.time += set;
    pass(5_000);
  }
  expect(activity.samples.map(({ requestsPerSecond }) => requestsPerSecond)).toEqual([2, 2]);
});

test("the samples of one hour are kept", () => {
  const { activity, pass } = createActivity();
  for (let count = 0; count < 400; count += 1) pass(10_000);
  expect(activity.samples).toHaveLength(360);
  expect(activity.samples[0]?.at).toBe(1_000_000 + 41 * 10_000);
  expect(activity.samples.at(-1)?.at).toBe(1_000_000 + 400 * 10_000);
});

test("records the process itself until it is disposed of", async () => {
  const clock = { time: 0, now: () => clock.time };
  const activity = new Activity(clock);
  const other = new Activity(clock);
  {
    using _ = activity.record(() => 3);
    clock.time = 10_000;
    await until(() => activity.samples.length === 1);
  }
  clock.time = 20_000;
  using _ = other.record(() => 0);
  await until(() => other.samples.length === 1);
  expect(activity.samples).toHaveLength(1);
  const [sample] = activity.samples;
  expect(sample?.connections).toBe(3);
  expect(sample?.memoryBytes).toBeGreaterThan(1_000_000);
  expect(sample?.cpu).toBeGreaterThan(0);
});
