import type { LoadRequest } from "./load.ts";
import type { InsideOrder } from "./messages-inside.ts";
import { type Engine, serverCore, startRuntime } from "./messages-runtime.ts";
import { body, type Contestant, measure } from "./messages-sending.ts";
import { pin, startRaw } from "./processes.ts";
import { median, printTable } from "./table.ts";

const [senders, channelCount] = [64, 16];
const [rounds, seconds, warmUpSeconds] = [9, 1, 5];

/**
 * The CPU time of one message by part. The parts are differences: between requests that do more and more of what a
 * message needs, and between transactions that run inside of the server, without HTTP.
 */
export async function benchBudget(engine: Engine): Promise<void> {
  await using runtime = await startRuntime(engine, { people: senders, channels: channelCount, messages: 0 });
  await using raw = await startRaw();
  pin(raw.pid, serverCore);
  const scripts = (path: (index: number) => string, method: string) =>
    runtime.tokens.map((token, index): LoadRequest[] => {
      const request = { method, path: path(index), headers: { "x-session-token": token } };
      return [method === "POST" ? { ...request, body } : request];
    });
  const sending = scripts(
    (index) => `/api/channels/${runtime.channels[index % channelCount]}/messages`,
    "POST",
  );
  const byHttp = (what: string, server: Pick<Contestant, "url" | "cpuMs">, requests: LoadRequest[][]) => {
    const contestant = { what, ...server, connections: senders, scripts: requests };
    return async (time: number) => (await measure(engine, contestant, time)).cpuMicros;
  };
  const inside = (part: InsideOrder["part"]) => (time: number) =>
    runtime.measureInside({ part, seconds: time, content: body.content });
  const ermine = { url: runtime.api, cpuMs: runtime.cpuMs };
  const measures = {
    rawGet: byHttp("raw GET", raw, [[{ path: "/" }]]),
    raw: byHttp("raw POST", raw, sending),
    root: byHttp("GET /api/", ermine, [[{ path: "/api/" }]]),
    session: byHttp(
      "GET …/account/",
      ermine,
      scripts(() => "/api/auth/account/", "GET"),
    ),
    whole: byHttp("POST …/messages", ermine, sending),
    transaction: inside("transaction"),
    commit: inside("commit"),
  };
  type Name = keyof typeof measures;
  const results = new Map<Name, number[]>();
  for (let round = -1; round < rounds; round++)
    for (const [name, run] of Object.entries(measures) as [Name, (time: number) => Promise<number>][]) {
      const micros = await run(round < 0 ? warmUpSeconds : seconds);
      if (round >= 0) results.set(name, [...(results.get(name) ?? []), micros]);
    }
  const of = (name: Name) => median(results.get(name) ?? []);
  const parts: [string, number][] = [
    ["socket, HTTP and JSON, as in a raw server", of("raw")],
    ["route, address, its rate limit, headers of the response", of("root") - of("rawGet")],
    ["session, the caller's rate limit", of("session") - of("root")],
    ["commit of a transaction with one changed row, sync to disk", of("commit")],
    ["access, draft, row, event and its delivery", of("transaction") - of("commit")],
  ];
  const rest = of("whole") - parts.reduce((sum, [, micros]) => sum + micros, 0);
  const rows: [string, number][] = [
    ...parts,
    ["body and its schema, and the rest", rest],
    ["all", of("whole")],
  ];
  printTable(
    `One message on ${engine.name} (${engine.note}) by part: ${senders} senders, ${channelCount} channels, median of ${rounds} rounds of ${seconds} s in turns`,
    rows.map(([part, micros]) => ({
      part,
      "server CPU µs": micros.toFixed(1),
      share: (micros / of("whole")).toFixed(2),
    })),
  );
}
