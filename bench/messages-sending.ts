import type { LoadRequest, LoadResult } from "./load.ts";
import { type Engine, loadCore, serverCore, startRuntime } from "./messages-runtime.ts";
import { load, pin, responseHeaders, startRaw, startRawSender } from "./processes.ts";
import { median, medianRatio, printTable } from "./table.ts";

const [senders, channelCount] = [64, 16];
/** Short rounds: the machine may be busy with something else for some seconds, which then affects both. */
const [rounds, seconds] = [15, 1];
/** Until the JIT compiler is done. */
const warmUpSeconds = 10;
export const body = { content: "What is said here is about as long as what people say." };

export interface Contestant {
  readonly what: string;
  readonly url: string;
  readonly connections: number;
  readonly scripts: readonly LoadRequest[][];
  cpuMs(): number;
}

export type Measured = LoadResult & { readonly cpuMicros: number; readonly databaseMicros: number };

/** Measures sending messages, against a raw server that returns what is posted, and one that stores it. */
export async function benchSending(engine: Engine): Promise<void> {
  await using runtime = await startRuntime(engine, { people: senders, channels: channelCount, messages: 0 });
  await using raw = await startRaw();
  pin(raw.pid, serverCore);
  const scriptsFor = (channels: readonly string[]) =>
    runtime.tokens.map((token, index): LoadRequest[] => {
      const path = `/api/channels/${channels[index % channels.length]}/messages`;
      return [{ method: "POST", path, headers: { "x-session-token": token }, body }];
    });
  const scripts = scriptsFor(runtime.channels);
  const { api: url, cpuMs } = runtime;
  const { path = "", ...first } = scripts[0]?.[0] ?? {};
  const sent = await responseHeaders(url + path, { ...first, body: JSON.stringify(body) });
  await using stored = await startRawSender(runtime, runtime.tokens, sent);
  pin(stored.pid, serverCore);
  const sendingTo = ({ url, cpuMs }: Pick<Contestant, "url" | "cpuMs">) => ({
    url,
    cpuMs,
    connections: senders,
    scripts,
  });
  const ermine = sendingTo({ url, cpuMs });
  const contestants: Contestant[] = [
    { what: "raw Bun.serve, gives back the JSON", ...sendingTo(raw) },
    { what: `raw Bun.serve, stores it in ${engine.name}`, ...sendingTo(stored) },
    { what: "POST …/messages", ...ermine },
    { what: "one busy channel", ...ermine, scripts: scriptsFor(runtime.channels.slice(0, 1)) },
    { what: "one sender, raw that stores it", ...sendingTo(stored), connections: 1 },
    { what: "one sender", ...ermine, connections: 1 },
  ];
  const results = contestants.map(() => [] as Measured[]);
  for (let round = -1; round < rounds; round++)
    for (const [index, contestant] of contestants.entries()) {
      const result = await measure(engine, contestant, round < 0 ? warmUpSeconds : seconds);
      // The first round is a warm-up.
      if (round >= 0) results[index]?.push(result);
    }
  const mid = (index: number, key: keyof Measured) =>
    median((results[index] ?? []).map((result) => result[key]));
  const rates = results.map((rounds) => rounds.map(({ requestsPerSecond }) => requestsPerSecond));
  printTable(
    `Sending on ${engine.name} (${engine.note}): ${senders} senders, ${channelCount} channels, server on one core, median of ${rounds} rounds of ${seconds} s in turns`,
    contestants.map(({ what }, index) => ({
      what,
      "messages/s": Math.round(mid(index, "requestsPerSecond")),
      "of raw": medianRatio(rates[index] ?? [], rates[0] ?? []).toFixed(3),
      "server CPU µs each": mid(index, "cpuMicros").toFixed(1),
      "database CPU µs each": mid(index, "databaseMicros").toFixed(1),
      "p50 ms": mid(index, "p50Ms").toFixed(2),
      "p99 ms": mid(index, "p99Ms").toFixed(2),
      failures: (results[index] ?? []).reduce((sum, { failures }) => sum + failures, 0),
    })),
  );
}

export async function measure(
  engine: Engine,
  { url, connections, scripts, cpuMs }: Contestant,
  seconds: number,
): Promise<Measured> {
  const [server, database] = [cpuMs(), await engine.databaseCpuMs()];
  const result = await load({ url, scripts, connections, seconds, core: loadCore });
  const perMessage = (ms: number) => (ms * 1_000) / result.answered;
  return {
    ...result,
    cpuMicros: perMessage(cpuMs() - server),
    databaseMicros: perMessage((await engine.databaseCpuMs()) - database),
  };
}
