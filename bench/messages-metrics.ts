import type { LoadRequest } from "./load.ts";
import { type BenchRuntime, type Engine, startRuntime } from "./messages-runtime.ts";
import { body, type Contestant, type Measured, measure } from "./messages-sending.ts";
import { median, medianRatio, printTable } from "./table.ts";

const [senders, channelCount] = [64, 16];
const [rounds, seconds, warmUpSeconds] = [15, 1, 8];

/** Measures what metrics cost when messages are sent. The second server without them shows the noise. */
export async function benchMetrics(engine: Engine): Promise<void> {
  const size = { people: senders, channels: channelCount, messages: 0 };
  await using off = await startRuntime(engine, size);
  await using again = await startRuntime(engine, size);
  await using on = await startRuntime(engine, { ...size, metrics: true });
  const contestants = [
    contestant("metrics off", off),
    contestant("metrics off, another server", again),
    contestant("metrics on", on),
  ];
  const results = contestants.map(() => [] as Measured[]);
  const scrapes: number[] = [];
  for (let round = -1; round < rounds; round++) {
    for (const [index, each] of contestants.entries()) {
      const result = await measure(engine, each, round < 0 ? warmUpSeconds : seconds);
      // The first round is a warm-up.
      if (round >= 0) results[index]?.push(result);
    }
    scrapes.push(await timeScrape(on));
  }
  const numbers = (index: number, key: keyof Measured) => (results[index] ?? []).map((result) => result[key]);
  printTable(
    `Metrics on ${engine.name} (${engine.note}): ${senders} senders, server on one core, median of ${rounds} rounds of ${seconds} s in turns; a scrape took ${median(scrapes).toFixed(1)} ms`,
    contestants.map(({ what }, index) => ({
      what,
      "messages/s": Math.round(median(numbers(index, "requestsPerSecond"))),
      "of the first": medianRatio(
        numbers(index, "requestsPerSecond"),
        numbers(0, "requestsPerSecond"),
      ).toFixed(3),
      "server CPU µs each": median(numbers(index, "cpuMicros")).toFixed(1),
      "CPU of the first": medianRatio(numbers(index, "cpuMicros"), numbers(0, "cpuMicros")).toFixed(3),
    })),
  );
}

function contestant(what: string, { api, tokens, channels, cpuMs }: BenchRuntime): Contestant {
  const scripts = tokens.map((token, index): LoadRequest[] => {
    const path = `/api/channels/${channels[index % channels.length]}/messages`;
    return [{ method: "POST", path, headers: { "x-session-token": token }, body }];
  });
  return { what, url: api, connections: senders, scripts, cpuMs };
}

async function timeScrape({ metricsPort }: BenchRuntime): Promise<number> {
  const startedAt = performance.now();
  await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  return performance.now() - startedAt;
}
