import type { LoadRequest, LoadResult } from "./load.ts";
import { type Engine, loadCore, serverCore, startRuntime } from "./messages-runtime.ts";
import { load, pin, startRaw } from "./processes.ts";
import { median, medianRatio, printTable } from "./table.ts";

const [senders, channelCount] = [64, 16];
/** Short rounds: the machine may be busy with something else for some seconds, which then affects both. */
const [rounds, seconds] = [15, 1];
/** Until the JIT compiler is done. */
const warmUpSeconds = 10;
const body = { content: "What is said here is about as long as what people say." };

/** Measures sending messages, against a raw server that returns what is posted. */
export async function benchSending(engine: Engine): Promise<void> {
  await using runtime = await startRuntime(engine, { people: senders, channels: channelCount, messages: 0 });
  await using raw = await startRaw();
  pin(raw.pid, serverCore);
  const scripts = runtime.tokens.map((token, index): LoadRequest[] => {
    const path = `/api/channels/${runtime.channels[index % channelCount]}/messages`;
    return [{ method: "POST", path, headers: { "x-session-token": token }, body }];
  });
  const contestants = [
    { what: "raw Bun.serve, gives back the JSON", url: raw.url, cpuMs: raw.cpuMs },
    { what: "POST …/messages", url: runtime.api, cpuMs: runtime.cpuMs },
  ];
  const results = contestants.map(() => [] as (LoadResult & { cpuMicros: number })[]);
  for (let round = -1; round < rounds; round++) {
    for (const [index, { url, cpuMs }] of contestants.entries()) {
      const before = cpuMs();
      const lasting = round < 0 ? warmUpSeconds : seconds;
      const result = await load({ url, scripts, connections: senders, seconds: lasting, core: loadCore });
      const cpuMicros = ((cpuMs() - before) * 1_000) / result.answered;
      // The first round is a warm-up.
      if (round >= 0) results[index]?.push({ ...result, cpuMicros });
    }
  }
  const mid = (index: number, key: keyof LoadResult | "cpuMicros") =>
    median((results[index] ?? []).map((result) => result[key]));
  const rates = results.map((rounds) => rounds.map(({ requestsPerSecond }) => requestsPerSecond));
  printTable(
    `Sending on ${engine.name} (${engine.note}): ${senders} senders, ${channelCount} channels, server on one core, median of ${rounds} rounds of ${seconds} s in turns`,
    contestants.map(({ what }, index) => ({
      what,
      "messages/s": Math.round(mid(index, "requestsPerSecond")),
      "of raw": medianRatio(rates[index] ?? [], rates[0] ?? []).toFixed(3),
      "server CPU µs each": mid(index, "cpuMicros").toFixed(1),
      "p50 ms": mid(index, "p50Ms").toFixed(2),
      "p99 ms": mid(index, "p99Ms").toFixed(2),
      failures: (results[index] ?? []).reduce((sum, { failures }) => sum + failures, 0),
    })),
  );
}
