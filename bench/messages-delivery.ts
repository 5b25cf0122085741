import { type Engine, type House, loadCore, serverCore, startHouse, stopTalking } from "./messages-house.ts";
import { cpuTimeMs, pin } from "./processes.ts";
import { median, percentile, printTable } from "./table.ts";
import { type Talking, talk } from "./talking.ts";

const [viewers, senders] = [1_000, 16];
const messagesOneByOne = 200;
const [rounds, messagesAtOnce] = [3, 480];
/** What the protocol puts before a packet of this size. */
const headBytes = 4;

/** From sending to the last who sees it, beside the same bytes from bare sockets. */
export async function benchDelivery(engine: Engine): Promise<void> {
  await using house = await startHouse(engine, { people: viewers + senders, channels: 1, messages: 0 });
  const raw = await talk<{ url: string }>("gateway-raw.ts", { topics: 1 });
  pin(raw.child.pid, serverCore);
  const listeners = await openListeners(house.stream, house.tokens.slice(0, viewers));
  const rawListeners = await openListeners(raw.first.url, []);

  const before = await settle(listeners);
  await send(house, 0);
  const frame = ((await settle(listeners)) - before) / viewers;
  if (!Number.isInteger(frame)) throw new Error("some were told more than others");
  const publish = (events: number) =>
    raw.ask({ order: "publish", events, bytes: frame - headBytes, everyMs: 0 });
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
      cpuMs: house.cpuMs,
      one: () => send(house, 0),
      many: (count) => sendMany(house, count),
    },
  ];
  // To warm up.
  for (const contestant of contestants) await flood(contestant);
  const times: number[][] = [];
  for (const contestant of contestants) times.push(await deliverOneByOne(contestant));
  const floods = contestants.map(() => [] as Flood[]);
  for (let round = 0; round < rounds; round++)
    for (const [index, contestant] of contestants.entries()) floods[index]?.push(await flood(contestant));
  for (const { child } of [listeners, rawListeners]) child.kill();
  await stopTalking(raw);

  const mid = (index: number, key: keyof Flood) => median((floods[index] ?? []).map((result) => result[key]));
  printTable(
    `Delivery on ${engine.name} (${engine.note}): ${viewers} viewers, ${frame - headBytes} bytes; ${messagesOneByOne} one after another, then ${messagesAtOnce} by ${senders} at once, median of ${rounds} rounds in turns`,
    ["raw Bun.serve publish, same bytes", "POST → stored → all viewers"].map((what, index) => ({
      what,
      "last one has it, p50 ms": percentile(times[index] ?? [], 0.5).toFixed(1),
      "p99 ms": percentile(times[index] ?? [], 0.99).toFixed(1),
      "deliveries/s": Math.round(mid(index, "perSecond")),
      "of raw": (mid(index, "perSecond") / mid(0, "perSecond")).toFixed(2),
      "server CPU µs/delivery": mid(index, "cpuMicros").toFixed(2),
    })),
  );
}

interface Contestant {
  readonly listeners: Talking;
  /** What each viewer gets for a message, in bytes. */
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
    const [heardAt] = await Promise.all([began.heard, contestant.one()]);
    times.push(heardAt - began.at);
  }
  return times;
}

async function flood(contestant: Contestant): Promise<Flood> {
  const began = await expect(contestant, messagesAtOnce);
  const cpu = contestant.cpuMs();
  const [heardAt] = await Promise.all([began.heard, contestant.many(messagesAtOnce)]);
  const deliveries = messagesAtOnce * viewers;
  return {
    perSecond: (deliveries * 1_000) / (heardAt - began.at),
    cpuMicros: ((contestant.cpuMs() - cpu) * 1_000) / deliveries,
  };
}

const patienceMs = 120_000;

/** From now on; `heard` says when the last of so many messages has reached the last viewer. */
async function expect({ listeners, frame }: Contestant, messages: number) {
  const bytes = (await count(listeners)) + messages * viewers * frame;
  const impatience = setTimeout(() => {
    throw new Error("not everything that was sent has come");
  }, patienceMs);
  const heard = listeners.ask({ order: "until", bytes }).then(() => {
    clearTimeout(impatience);
    return performance.now();
  });
  return { at: performance.now(), heard };
}

async function send({ api, tokens, channels }: House, sender: number): Promise<void> {
  const response = await fetch(`${api}/api/channels/${channels[0]}/messages`, {
    method: "POST",
    headers: { "x-session-token": tokens[viewers + sender] ?? "" },
    body: JSON.stringify({ content: "What is said here is about as long as what people say." }),
  });
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
  await response.arrayBuffer();
}

async function sendMany(house: House, messages: number): Promise<void> {
  const sendInTurn = async (_: unknown, sender: number) => {
    for (let sent = 0; sent < messages / senders; sent++) await send(house, sender);
  };
  await Promise.all(Array.from({ length: senders }, sendInTurn));
}

async function openListeners(url: string, tokens: readonly string[]): Promise<Talking> {
  const listeners = await talk("listeners.ts", {});
  pin(listeners.child.pid, loadCore);
  await listeners.ask({ order: "connect", url, tokens, count: viewers });
  return listeners;
}

async function count(listeners: Talking): Promise<number> {
  return (await listeners.ask<{ bytes: number }>({ order: "count" })).bytes;
}

/** What has come in all, when nothing comes any more. */
async function settle(listeners: Talking): Promise<number> {
  for (let last = -1; ; ) {
    const now = await count(listeners);
    if (now === last) return now;
    last = now;
    await Bun.sleep(1_000);
  }
}
