import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BenchChild, spawnChild } from "./child-process.ts";
import type { Order, ReadyTimes } from "./gateway-control.ts";
import { cpuTimeMs } from "./processes.ts";
import { selectParts } from "./select-parts.ts";
import { median, percentile, printTable } from "./table.ts";

const eventBytes = 500;
/** Bytes of the WebSocket header of a frame of this size. */
const frameBytes = eventBytes + 4;

/** Measures the event stream against Bun's own sockets and topics, in the same run. */
export async function benchGateway(selected?: string): Promise<void> {
  for (const [, bench] of selectParts("gateway", parts, selected)) await bench();
}

const parts: Record<string, () => Promise<void>> = {
  "fan-out": benchFanOut,
  memory: benchMemory,
  connects: benchConnects,
  storm: benchStorm,
  resumes: benchResumes,
};

/** Publishes in one channel to many listeners. */
async function benchFanOut(): Promise<void> {
  const sockets = 2_000;
  const rounds = 5;
  await using ermine = await startStream({ people: 2, reach: 0 });
  await using raw = await startRaw({ topics: 1 });
  const contestants = await Promise.all(
    [raw, ermine].map(async (server) => ({ server, listeners: await openListeners(server, sockets) })),
  );
  const results = contestants.map(() => [] as { cpuMicros: number; perSecond: number }[]);
  for (let round = 0; round < rounds; round++) {
    for (const [index, { server, listeners }] of contestants.entries()) {
      const steady = await publish(server, listeners, { events: 200, everyMs: 5, sockets });
      const flood = await publish(server, listeners, { events: 200, everyMs: 0, sockets });
      results[index]?.push({ cpuMicros: steady.cpuMicros, perSecond: flood.perSecond });
    }
  }
  for (const { listeners } of contestants) listeners.child.kill();
  const mid = (index: number, value: "cpuMicros" | "perSecond") =>
    median((results[index] ?? []).map((result) => result[value]));
  printTable(
    `Event stream: one channel, ${sockets} sockets, ${eventBytes}-byte events, median of ${rounds} rounds in turns`,
    ["raw Bun.serve publish", "announcement → gateway → sockets"].map((what, index) => ({
      what,
      "server CPU µs/delivery": mid(index, "cpuMicros").toFixed(3),
      "of raw": (mid(index, "cpuMicros") / mid(0, "cpuMicros")).toFixed(2),
      "deliveries/s": Math.round(mid(index, "perSecond")),
    })),
  );
}

/** Measures the memory of many idle connections. */
async function benchMemory(): Promise<void> {
  const sockets = 10_000;
  const rows: Record<string, string>[] = [];
  for (const [what, start] of [
    ["raw Bun.serve, 50 topics", () => startRaw({ topics: 50 })],
    ["authenticated, 48 friends: 50 topics", () => startStream({ people: sockets, reach: 24 })],
  ] as const) {
    await using server = await start();
    const before = await memoryOf(server);
    const listeners = await openListeners(server, sockets);
    await Bun.sleep(3_000);
    const after = await memoryOf(server);
    listeners.child.kill();
    rows.push({
      what,
      "MB before": (before / 1e6).toFixed(0),
      "MB with all": (after / 1e6).toFixed(0),
      "KB/connection": ((after - before) / sockets / 1e3).toFixed(1),
    });
  }
  printTable(`Event stream: memory of ${sockets} idle connections`, rows);
}

/** Measures the time from connecting to Ready. */
async function benchConnects(): Promise<void> {
  const [parallel, rounds, relations] = [50, 20, 200];
  await using ermine = await startStream({ people: relations + 1, reach: relations / 2 });
  const ready = await readyOf(ermine);
  const folder = mkdtempSync(join(tmpdir(), "ermine-bench-"));
  const greetingFile = join(folder, "ready.json");
  await Bun.write(greetingFile, ready);
  await using raw = await startRaw({ topics: 1, greetingFile }, folder);
  const times: number[][] = [];
  for (const server of [raw, ermine]) {
    const options = { url: server.url, tokens: ermine.tokens, parallel, rounds };
    const child = Bun.spawn(
      [process.execPath, join(import.meta.dir, "connects.ts"), JSON.stringify(options)],
      {
        stdout: "pipe",
      },
    );
    times.push(JSON.parse(await new Response(child.stdout).text()) as number[]);
  }
  printTable(
    `Event stream: connect → Ready (${(ready.length / 1e3).toFixed(0)} KB) with ${relations} relations, ${parallel} at once, ${rounds} rounds`,
    ["raw Bun.serve, same Ready", "authenticate, read, Ready"].map((what, index) => ({
      what,
      "p50 ms": percentile(times[index] ?? [], 0.5).toFixed(1),
      "p99 ms": percentile(times[index] ?? [], 0.99).toFixed(1),
    })),
  );
}

/** Measures what it costs when all members of one server connect at once. */
async function benchStorm(): Promise<void> {
  const [members, channels] = [1_000, 50];
  await using ermine = await startStream({ people: members, reach: 0, channels });
  const ready = await readyOf(ermine);
  const folder = mkdtempSync(join(tmpdir(), "ermine-bench-"));
  const greetingFile = join(folder, "ready.json");
  await Bun.write(greetingFile, ready);
  await using raw = await startRaw({ topics: channels + 4, greetingFile }, folder);
  const rows: Record<string, string>[] = [];
  for (const [what, server] of [
    ["raw Bun.serve, same Ready and topics", raw],
    ["authenticate, read, Ready, subscribe", ermine],
    ["raw Bun.serve, a second time", raw],
    ["authenticate, …, a second time", ermine],
  ] as const) {
    const before = await settledMemoryOf(server);
    const [cpu, began] = [cpuTimeMs(server.child.pid), performance.now()];
    const { child, request } = await spawnChild("listeners.ts", {});
    const { tokens } = ermine;
    await request({ order: "connect", url: server.url, tokens, count: members, atOnce: members });
    await request({ order: "until", bytes: members * ready.length });
    const allMs = performance.now() - began;
    await Bun.sleep(500);
    const cpuMs = cpuTimeMs(server.child.pid) - cpu;
    const after = await memoryOf(server);
    const settled = await settledMemoryOf(server);
    child.kill();
    await child.exited;
    rows.push({
      what,
      "all have Ready after ms": allMs.toFixed(0),
      "server CPU ms/connect": (cpuMs / members).toFixed(2),
      "KB/connection": ((after - before) / members / 1e3).toFixed(1),
      "a few seconds later": ((settled - before) / members / 1e3).toFixed(1),
    });
  }
  printTable(
    `Event stream: ${members} members of one server of ${channels} channels connect at once, Ready of ${(ready.length / 1e3).toFixed(0)} KB`,
    rows,
  );
  await using large = await startStream({ people: 100, reach: 0, channels: 5 * channels });
  const readies = [];
  for (const server of [ermine, large]) readies.push(...(await compareReady(server)));
  printTable("Event stream: one Ready compared with JSON.stringify of its content", readies);
}

/** Measures what it costs when all members of one server resume their connections at once. */
async function benchResumes(): Promise<void> {
  const [members, channels, missed, rounds] = [1_000, 50, 10, 4];
  await using ermine = await startStream({ people: members, reach: 0, channels });
  const folder = mkdtempSync(join(tmpdir(), "ermine-bench-"));
  const greetingFile = join(folder, "missed.json");
  // What a client gets: Resumed, the missed events, and who is online.
  await Bun.write(greetingFile, JSON.stringify({ type: "Ready", v: "x".repeat((missed + 1) * eventBytes) }));
  await using raw = await startRaw({ topics: channels + 4, greetingFile }, folder);
  const contestants = await Promise.all(
    [raw, ermine].map(async (server) => {
      const clients = await spawnChild("resumes.ts", {});
      await clients.request({ order: "connect", url: server.url, tokens: ermine.tokens });
      return { server, clients, cpu: [] as number[] };
    }),
  );
  let anew = 0;
  for (let round = 0; round < rounds; round++)
    for (const { server, clients, cpu } of contestants) {
      await clients.request({ order: "cut" });
      await Bun.sleep(1_000);
      if (server === ermine)
        await server.request({ order: "commit", events: missed, bytes: eventBytes } satisfies Order);
      const before = cpuTimeMs(server.child.pid);
      anew +=
        (await clients.request<{ anew: number }>({ order: "resume" })).anew * (server === ermine ? 1 : 0);
      await Bun.sleep(500);
      cpu.push((cpuTimeMs(server.child.pid) - before) / members);
    }
  for (const { clients } of contestants) clients.child.kill();
  printTable(
    `Event stream: ${members} members of one server of ${channels} channels resume at once, ${missed} events missed, ${anew} started anew`,
    ["raw Bun.serve, as many bytes and topics", "authenticate, replay, subscribe"].map((what, index) => ({
      what,
      "CPU ms/resume, first": (contestants[index]?.cpu[0] ?? 0).toFixed(3),
      "median of the others": median(contestants[index]?.cpu.slice(1) ?? []).toFixed(3),
    })),
  );
}

/** Measures how long one Ready takes, in a process that has warmed up. */
async function compareReady(server: StreamServer): Promise<Record<string, string>[]> {
  const order: Order = { order: "ready", rounds: 400 };
  await server.request(order);
  const { bytes, buildMs, stringifyMs } = await server.request<ReadyTimes>(order);
  const size = `${(bytes / 1e3).toFixed(0)} KB`;
  return [
    { what: `JSON.stringify, ${size}`, "median ms": stringifyMs.toFixed(3), ratio: "1.0" },
    {
      what: `snapshot, read, encode, ${size}`,
      "median ms": buildMs.toFixed(3),
      ratio: (buildMs / stringifyMs).toFixed(1),
    },
  ];
}

interface StreamServer extends BenchChild, AsyncDisposable {
  readonly url: string;
  readonly tokens: readonly string[];
}

async function startServer(file: string, options: object, folder?: string): Promise<StreamServer> {
  const { child, request, first } = await spawnChild<{ url: string; tokens: string[] }>(file, options);
  return {
    child,
    request,
    ...first,
    async [Symbol.asyncDispose]() {
      child.send({ order: "stop" } satisfies Order);
      await child.exited;
      if (folder) rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Starts it twice: a process that has inserted so many rows would hold memory that it does not need any more. */
async function startStream(options: {
  people: number;
  reach: number;
  channels?: number;
}): Promise<StreamServer> {
  const folder = mkdtempSync(join(tmpdir(), "ermine-bench-"));
  await (await startServer("gateway-server.ts", { ...options, folder }))[Symbol.asyncDispose]();
  return startServer("gateway-server.ts", { ...options, folder }, folder);
}

function startRaw(
  options: { topics: number; greetingFile?: string },
  folder?: string,
): Promise<StreamServer> {
  return startServer("gateway-raw.ts", options, folder);
}

async function openListeners({ url, tokens }: StreamServer, count: number): Promise<BenchChild> {
  const listeners = await spawnChild("listeners.ts", {});
  await listeners.request({ order: "connect", url, tokens, count });
  await Bun.sleep(500);
  return listeners;
}

async function publish(
  server: StreamServer,
  listeners: BenchChild,
  { events, everyMs, sockets }: { events: number; everyMs: number; sockets: number },
) {
  const count = async () => (await listeners.request<{ bytes: number }>({ order: "count" })).bytes;
  const before = await count();
  const [cpu, began] = [cpuTimeMs(server.child.pid), performance.now()];
  await server.request({ order: "publish", events, bytes: eventBytes, everyMs } satisfies Order);
  const expected = events * sockets * frameBytes;
  while ((await count()) - before < expected) await Bun.sleep(1);
  const deliveries = events * sockets;
  return {
    cpuMicros: ((cpuTimeMs(server.child.pid) - cpu) * 1_000) / deliveries,
    perSecond: (deliveries * 1_000) / (performance.now() - began),
  };
}

async function memoryOf(server: StreamServer): Promise<number> {
  return (await server.request<{ rss: number }>({ order: "memory" } satisfies Order)).rss;
}

/** After the process has returned the memory that it does not need any more, which takes it some seconds. */
async function settledMemoryOf(server: StreamServer): Promise<number> {
  let memory = await memoryOf(server);
  for (let steady = 0; steady < 4; ) {
    await Bun.sleep(500);
    const now = await memoryOf(server);
    steady = now < memory - 200_000 ? 0 : steady + 1;
    memory = now;
  }
  return memory;
}

/** Of the last user, who has no conversation. */
function readyOf({ url, tokens }: StreamServer): Promise<string> {
  return new Promise((resolve) => {
    const socket = new WebSocket(`${url}?token=${tokens.at(-1)}`);
    socket.onmessage = ({ data }) => {
      if (!String(data).startsWith('{"type":"Ready"')) return;
      resolve(String(data));
      socket.close();
    };
  });
}
