import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { permission } from "../src/permissions/bits.ts";
import { type BenchChild, spawnChild } from "./child-process.ts";
import type { SeededServer } from "./seed-servers.ts";
import { percentile, printTable } from "./table.ts";

interface Seeded extends BenchChild, AsyncDisposable {
  readonly api: string;
  readonly url: string;
  readonly tokens: readonly string[];
  readonly seeded: readonly SeededServer[];
}

interface Raw extends BenchChild, AsyncDisposable {
  readonly url: string;
}

const connected = 2_000;
const rounds = 20;

/** Measures changes in large servers, against the same bytes from bare sockets. */
export async function benchServers(): Promise<void> {
  await benchLargeServer();
  await benchManyServers();
}

async function benchLargeServer(): Promise<void> {
  const members = 10_000;
  await using ermine = await startSeeded({ people: members + rounds + 1, members, servers: 1, channels: 50 });
  await using raw = await startRaw({ topics: 1 });
  const [place] = ermine.seeded;
  if (!place) throw new Error("no server was seeded");
  // The owner, who makes the changes, and the user who measures packets are not among the listeners that only count.
  const [owner = "", observer = ""] = ermine.tokens;
  const listeners = await openListeners(ermine.url, ermine.tokens.slice(2, connected + 2));
  const rawListeners = await openListeners(raw.url, []);
  const packets = await listenAs(ermine.url, observer);

  const invite = await call(ermine, owner, ["POST", `/channels/${place.channels[0]}/invites`]);
  const code = (invite as { _id: string })._id;
  const joining = ermine.tokens.slice(-rounds);
  const joins = await measure(packets, listeners, (round) =>
    call(ermine, joining[round] ?? "", ["POST", `/invites/${code}`]),
  );
  const edits = await measure(packets, listeners, (round) => {
    const permissions = { allow: 0, deny: round % 2 === 0 ? permission.ViewChannel : 0 };
    return call(ermine, owner, ["PUT", `/servers/${place.id}/permissions/${place.role}`, { permissions }]);
  });
  const control = async ({ bytes }: Measured) => {
    const measured = await measure({ bytes: () => bytes }, rawListeners, () =>
      raw.request({ order: "publish", events: 1, bytes, everyMs: 0 }),
    );
    return measured;
  };
  const [rawJoins, rawEdits] = [await control(joins), await control(edits)];
  for (const { child } of [listeners, rawListeners]) child.kill();
  packets.close();
  const row = (what: string, { bytes, answered, received }: Measured) => ({
    what,
    "bytes each": bytes,
    "answered p50 ms": percentile(answered, 0.5).toFixed(1),
    "last viewer, p50 ms": percentile(received, 0.5).toFixed(1),
    "p99 ms": percentile(received, 0.99).toFixed(1),
  });
  printTable(
    `A server of ${members} members, ${connected} connected, 50 channels: ${rounds} of each, one after another`,
    [
      row("a user joins", joins),
      row("  the same bytes, raw publish", rawJoins),
      row("a role of all hides or shows 50 channels", edits),
      row("  the same bytes, raw publish", rawEdits),
    ],
  );
}

async function benchManyServers(): Promise<void> {
  const [servers, channels, parallel] = [100, 50, 4];
  await using ermine = await startSeeded({ people: 4, members: 4, servers, channels });
  const packets = await listenAs(ermine.url, ermine.tokens[1] ?? "", '{"type":"Ready"');
  const ready = packets.last();
  packets.close();
  const folder = mkdtempSync(join(tmpdir(), "ermine-bench-"));
  const greetingFile = join(folder, "ready.json");
  await Bun.write(greetingFile, ready);
  await using raw = await startRaw({ topics: 1, greetingFile }, folder);
  const times: number[][] = [];
  for (const { url } of [raw, ermine]) {
    const options = JSON.stringify({ url, tokens: ermine.tokens, parallel, rounds });
    const child = Bun.spawn([process.execPath, join(import.meta.dir, "connects.ts"), options], {
      stdout: "pipe",
    });
    times.push(JSON.parse(await new Response(child.stdout).text()) as number[]);
  }
  printTable(
    `Connect → Ready in ${servers} servers of ${channels} channels (${(ready.length / 1e3).toFixed(0)} KB), ${parallel} at once, ${rounds} rounds`,
    ["raw Bun.serve, same Ready", "authenticate, read, Ready"].map((what, index) => ({
      what,
      "p50 ms": percentile(times[index] ?? [], 0.5).toFixed(1),
      "p99 ms": percentile(times[index] ?? [], 0.99).toFixed(1),
    })),
  );
}

interface Measured {
  /** Size of the packet that each listener receives. */
  readonly bytes: number;
  readonly answered: readonly number[];
  readonly received: readonly number[];
}

/** Repeats a change, each time until all listeners have received its packets. */
async function measure(
  packets: { bytes(): number },
  listeners: BenchChild,
  act: (round: number) => Promise<unknown>,
): Promise<Measured> {
  const count = async () => (await listeners.request<{ bytes: number }>({ order: "count" })).bytes;
  const [answered, received]: number[][] = [[], []];
  for (let round = 0; round < rounds; round++) {
    const before = await count();
    const began = performance.now();
    await act(round);
    answered?.push(performance.now() - began);
    for (;;) {
      const got = (await count()) - before;
      if (got >= connected * frameOf(packets.bytes()) && packets.bytes() > 0) break;
      await Bun.sleep(0);
    }
    received?.push(performance.now() - began);
    // Listeners that are slower than the measured one still count in the next round.
    await Bun.sleep(50);
  }
  return { bytes: packets.bytes(), answered: answered ?? [], received: received ?? [] };
}

/** The length of a packet with its WebSocket header. */
const frameOf = (bytes: number) => bytes + (bytes < 126 ? 2 : bytes < 65_536 ? 4 : 10);

async function call(
  { api }: Seeded,
  token: string,
  [method, path, body]: readonly [string, string, object?],
): Promise<unknown> {
  const response = await fetch(api + path, {
    method,
    headers: { "x-session-token": token },
    body: JSON.stringify(body ?? {}),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return response.json();
}

/** A connection that keeps its last packet. */
function listenAs(url: string, token: string, until = '{"type":"Ready"') {
  let last = "";
  const socket = new WebSocket(`${url}?token=${token}`);
  const listening = { bytes: () => last.length, last: () => last, close: () => socket.close() };
  return new Promise<typeof listening>((resolve) => {
    socket.onmessage = ({ data }) => {
      last = String(data);
      if (last.startsWith(until)) resolve(listening);
    };
  });
}

async function openListeners(url: string, tokens: readonly string[]): Promise<BenchChild> {
  const listeners = await spawnChild("listeners.ts", {});
  await listeners.request({ order: "connect", url, tokens, count: connected });
  await Bun.sleep(2_000);
  return listeners;
}

async function startSeeded(options: {
  people: number;
  members: number;
  servers: number;
  channels: number;
}): Promise<Seeded> {
  const folder = mkdtempSync(join(tmpdir(), "ermine-bench-"));
  const { first, ...spawned } = await spawnChild<Pick<Seeded, "api" | "url" | "tokens" | "seeded">>(
    "servers-server.ts",
    { ...options, folder },
  );
  return { ...spawned, ...first, [Symbol.asyncDispose]: () => stop(spawned, folder) };
}

async function startRaw(options: object, folder?: string): Promise<Raw> {
  const { first, ...spawned } = await spawnChild<{ url: string }>("gateway-raw.ts", options);
  return { ...spawned, ...first, [Symbol.asyncDispose]: () => stop(spawned, folder) };
}

async function stop({ child }: BenchChild, folder?: string): Promise<void> {
  child.send({ order: "stop" });
  await child.exited;
  if (folder) rmSync(folder, { recursive: true, force: true });
}
