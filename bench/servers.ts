import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { permission } from "../src/permissions/bits.ts";
import type { SeededServer } from "./seed-servers.ts";
import { percentile, printTable } from "./table.ts";
import { type Talking, talk } from "./talking.ts";

interface Seeded extends Talking, AsyncDisposable {
  readonly api: string;
  readonly url: string;
  readonly tokens: readonly string[];
  readonly seeded: readonly SeededServer[];
}

interface Raw extends Talking, AsyncDisposable {
  readonly url: string;
}

const connected = 2_000;
const rounds = 20;

/** What happens in large servers, beside the same bytes sent by bare sockets. */
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
  // The owner, who changes things, and somebody who measures packets are apart from those who only count.
  const [owner = "", witness = ""] = ermine.tokens;
  const listeners = await openListeners(ermine.url, ermine.tokens.slice(2, connected + 2));
  const rawListeners = await openListeners(raw.url, []);
  const packets = await listenAs(ermine.url, witness);

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
    const told = await measure({ bytes: () => bytes }, rawListeners, () =>
      raw.ask({ order: "publish", events: 1, bytes, everyMs: 0 }),
    );
    return told;
  };
  const [rawJoins, rawEdits] = [await control(joins), await control(edits)];
  for (const { child } of [listeners, rawListeners]) child.kill();
  packets.close();
  const row = (what: string, { bytes, answered, heard }: Measured) => ({
    what,
    "bytes each": bytes,
    "answered p50 ms": percentile(answered, 0.5).toFixed(1),
    "last one has it, p50 ms": percentile(heard, 0.5).toFixed(1),
    "p99 ms": percentile(heard, 0.99).toFixed(1),
  });
  printTable(
    `A server of ${members} members, ${connected} connected, 50 channels: ${rounds} of each, one after another`,
    [
      row("somebody joins", joins),
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
  /** Size of the packet that each is sent. */
  readonly bytes: number;
  readonly answered: readonly number[];
  readonly heard: readonly number[];
}

/** Does something again and again, each time until all listeners have what they are sent because of it. */
async function measure(
  packets: { bytes(): number },
  listeners: Talking,
  act: (round: number) => Promise<unknown>,
): Promise<Measured> {
  const count = async () => (await listeners.ask<{ bytes: number }>({ order: "count" })).bytes;
  const [answered, heard]: number[][] = [[], []];
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
    heard?.push(performance.now() - began);
    // Whoever is slower than this witness is still counted in the next round.
    await Bun.sleep(50);
  }
  return { bytes: packets.bytes(), answered: answered ?? [], heard: heard ?? [] };
}

/** A packet with what the protocol puts before it. */
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

/** A connection that knows its last packet. */
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

async function openListeners(url: string, tokens: readonly string[]): Promise<Talking> {
  const listeners = await talk("listeners.ts", {});
  await listeners.ask({ order: "connect", url, tokens, count: connected });
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
  const { first, ...talking } = await talk<Pick<Seeded, "api" | "url" | "tokens" | "seeded">>(
    "servers-server.ts",
    { ...options, folder },
  );
  return { ...talking, ...first, [Symbol.asyncDispose]: () => stop(talking, folder) };
}

async function startRaw(options: object, folder?: string): Promise<Raw> {
  const { first, ...talking } = await talk<{ url: string }>("gateway-raw.ts", options);
  return { ...talking, ...first, [Symbol.asyncDispose]: () => stop(talking, folder) };
}

async function stop({ child }: Talking, folder?: string): Promise<void> {
  child.send({ order: "stop" });
  await child.exited;
  if (folder) rmSync(folder, { recursive: true, force: true });
}
