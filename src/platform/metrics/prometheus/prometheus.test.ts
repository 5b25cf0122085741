import { expect, test } from "bun:test";
import { parseMetrics } from "../../../../test/support/metrics/parse-metrics.ts";
import { createPrometheusMetrics } from "./prometheus.ts";

test("a gauge that cannot be read is left out and reported, and the others are shown", async () => {
  const reported: unknown[] = [];
  const metrics = createPrometheusMetrics((error, name) => reported.push(name, (error as Error).message));
  let fails = false;
  metrics.gauge({ name: "plain", help: "A value." }, () => {
    if (fails) throw new Error("no value");
    return 7;
  });
  metrics.gauge({ name: "labelled", help: "Values.", labels: ["of"] }, async () =>
    fails ? Promise.reject(new Error("no values")) : [{ labels: { of: 'a "b"\\\n' }, value: 1 }],
  );
  metrics.gauge({ name: "absent", help: "Nothing at present." }, () => undefined);
  metrics.counter({ name: "counted_total", help: "A counter." }).add(3);
  const samplesOf = async () =>
    [...parseMetrics(await metrics.render()).values()].flatMap(({ samples }) =>
      samples.map(({ name, value }) => [name, value]),
    );
  expect(await samplesOf()).toEqual([
    ["plain", 7],
    ["labelled", 1],
    ["counted_total", 3],
  ]);
  fails = true;
  expect(await samplesOf()).toEqual([["counted_total", 3]]);
  expect(reported).toEqual(["plain", "no value", "labelled", "no values"]);
});

test("a counter counts one, or as many as it is told, with and without labels", async () => {
  const metrics = createPrometheusMetrics(() => {});
  const plain = metrics.counter({ name: "plain_total", help: "A counter." });
  const labelled = metrics.labelledCounter({ name: "labelled_total", help: "Counters.", labels: ["of"] });
  for (const counter of [plain, labelled({ of: "a" })]) {
    counter.add();
    counter.add(3);
  }
  const samples = [...parseMetrics(await metrics.render()).values()].flatMap((metric) => metric.samples);
  expect(samples.map(({ value }) => value)).toEqual([4, 4]);
});

test("simultaneous calls share the reading, and a value that costs much is read rarely", async () => {
  const metrics = createPrometheusMetrics(() => {});
  const reads = { cheap: 0, costly: 0 };
  metrics.gauge({ name: "cheap", help: "Read each time." }, () => ++reads.cheap);
  metrics.gauge({ name: "costly", help: "Read rarely.", maxAgeMs: 3_600_000 }, () => ++reads.costly);
  await Promise.all(Array.from({ length: 10 }, () => metrics.render()));
  expect(reads).toEqual({ cheap: 1, costly: 1 });
  await metrics.render();
  expect(reads).toEqual({ cheap: 2, costly: 1 });
});

test("the same declaration gives the same metric, and another one with its name is refused", () => {
  const metrics = createPrometheusMetrics(() => {});
  const spec = { name: "counted_total", help: "A counter." };
  metrics.counter(spec);
  expect(() => metrics.counter(spec)).not.toThrow();
  expect(() => metrics.counter({ ...spec })).toThrow("counted_total");
});
