import { type BenchChild, spawnChild } from "./child-process.ts";
import {
  type BenchRuntime,
  type Engine,
  loadCore,
  serverCore,
  startRuntime,
  stopChild,
} from "./messages-runtime.ts";
import { cpuTimeMs, pin } from "./processes.ts";
import { median, percentile, printTable } from "./table.ts";

const [viewers, senders] = [1_000, 16];
const messagesOneByOne = 200;
const [rounds, messagesAtOnce] = [3, 480];
/** Bytes of the WebSocket header of a frame of this size. */
const headBytes = 4;

/** Measures the time from sending to the last viewer, against the same bytes from bare sockets. */
export async function benchDelivery(engine: Engine): Promise<void> {
  await using runtime = await startRuntime(engine, { people: viewers + senders, channels: 1, messages: 0 });
  const raw = await spawnChild<{ url: string }>("gateway-raw.ts", { topics: 1 });
  pin(raw.child.pid, serverCore);
  const listeners = await openListeners(runtime.stream, runtime.tokens.slice(0, viewers));
  const rawListeners = await openListeners(raw.first.url, []);

  const before = await settle(listeners);
  await send(runtime, 0);
  const frame = ((await settle(listeners)) - before) / viewers;
  if (!Number.isInteger(frame)) throw new Error("some viewers received more than others");
  const publish = (events: number) =>
    raw.request({ order: "publish", events, bytes: frame - headBytes, everyMs: 0 });
  const contestants: Contestant[] = [
    {
      listeners: rawListeners,
      frame,
      cpuMs: () => cpuTimeMs(raw.child.pid),
      one: () => publish(1),
      many: publish,
    },
    {
      listeners,
      frame,
      cpuMs: runtime.cpuMs,
      one: () => send(runtime, 0),
      many: (count) => sendMany(runtime, count),
    },
  ];
  // Warm up.
  for (const contestant of contestants) await flood(contestant);
  const times: number[][] = [];
  for (const contestant of contestants) times.push(await deliverOneByOne(contestant));
  const floods = contestants.map(() => [] as Flood[]);
  for (let round = 0; round < rounds; round++)
    for (const [index, contestant] of contestants.entries()) floods[index]?.push(await flood(contestant));
  for (const { child } of [listeners, rawListeners]) child.kill();
  await stopChild(raw);

  const mid = (index: number, key: keyof Flood) => median((floods[index] ?? []).map((result) => result[key]));
  printTable(
    `Delivery on ${engine.name} (${engine.note}): ${viewers} viewers, ${frame - headBytes} bytes; ${messagesOneByOne} one after another, then ${messagesAtOnce} by ${senders} at once, median of ${rounds} rounds in turns`,
    ["raw Bun.serve publish, same bytes", "POST → stored → all viewers"].map((what, index) => ({
      what,
      "last viewer, p50 ms": percentile(times[index] ?? [], 0.5).toFixed(1),
      "p99 ms": percentile(times[index] ?? [], 0.99).toFixed(1),
      "deliveries/s": Math.round(mid(index, "perSecond")),
      "of raw": (mid(index, "perSecond") / mid(0, "perSecond")).toFixed(2),
      "server CPU µs/delivery": mid(index, "cpuMicros").toFixed(2),
    })),
  );
}

interface Contestant {
  readonly listeners: BenchChild;
  /** Bytes that each viewer receives for a message. */
  readonly frame: number;
  cpuMs(): number;
  one(): Promise<unknown>;
  many(count: number): Promise<unknown>;
}

interface Flood {
  readonly perSecond: number;
  readonly cpuMicros: number;
}

async function deliverOneByOne(contestant: Contestant): Promise<number[]> {
  const times: number[] = [];
  for (let sent = 0; sent < messagesOneByOne; sent++) {
    const began = await expect(contestant, 1);
    const [receivedAt] = await Promise.all([began.received, contestant.one()]);
    times.push(receivedAt - began.at);
  }
  return times;
}

async function flood(contestant: Contestant): Promise<Flood> {
  const began = await expect(contestant, messagesAtOnce);
  const cpu = contestant.cpuMs();
  const [receivedAt] = await Promise.all([began.received, contestant.many(messagesAtOnce)]);
  const deliveries = messagesAtOnce * viewers;
  return {
    perSecond: (deliveries * 1_000) / (receivedAt - began.at),
    cpuMicros: ((contestant.cpuMs() - cpu) * 1_000) / deliveries,
  };
}

const timeoutMs = 120_000;
const quietSeconds = 4;

/** Starts to wait; `received` resolves when the last of the messages has reached the last viewer. */
async function expect({ listeners, frame }: Contestant, messages: number) {
  const bytes = (await count(listeners)) + messages * viewers * frame;
  const timeout = setTimeout(() => {
    throw new Error("not all messages have arrived");
  }, timeoutMs);
  const received = listeners.request({ order: "until", bytes }).then(() => {
    clearTimeout(timeout);
    return performance.now();
  });
  return { at: performance.now(), received };
}

async function send({ api, tokens, channels }: BenchRuntime, sender: number): Promise<void> {
  const response = await fetch(`${api}/api/channels/${channels[0]}/messages`, {
    method: "POST",
    headers: { "x-session-token": tokens[viewers + sender] ?? "" },
    body: JSON.stringify({ content: "What is said here is about as long as what people say." }),
  });
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
  await response.arrayBuffer();
}

async function sendMany(runtime: BenchRuntime, messages: number): Promise<void> {
  const sendInTurn = async (_: unknown, sender: number) => {
    for (let sent = 0; sent < messages / senders; sent++) await send(runtime, sender);
  };
  await Promise.all(Array.from({ length: senders }, sendInTurn));
}

async function openListeners(url: string, tokens: readonly string[]): Promise<BenchChild> {
  const listeners = await spawnChild("listeners.ts", {});
  pin(listeners.child.pid, loadCore);
  await listeners.request({ order: "connect", url, tokens, count: viewers });
  return listeners;
}

async function count(listeners: BenchChild): Promise<number> {
  return (await listeners.request<{ bytes: number }>({ order: "count" })).bytes;
}

/** The total of received bytes, once no more arrive. A busy machine may pause for a second or two. */
async function settle(listeners: BenchChild): Promise<number> {
  let last = -1;
  for (let quiet = 0; quiet < quietSeconds; quiet++) {
    const now = await count(listeners);
    if (now !== last) quiet = 0;
    last = now;
    await Bun.sleep(1_000);
  }
  return last;
}
