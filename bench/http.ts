import type { LoadResult } from "./load.ts";
import { load, type Started, startErmine, startRaw } from "./processes.ts";
import { median, printTable } from "./table.ts";

const rounds = 5;
const connections = 64;
const secondsEach = 2;

/** Measures requests per second against a raw Bun server with the same responses, in alternation, so that noise hits both alike. */
export async function benchHttp(): Promise<void> {
  await using ermine = await startErmine();
  const headers = { "x-session-token": await logIn(ermine) };
  const paths = ["/api/", "/api/auth/account/"];
  const answers = await Promise.all(
    paths.map(async (path) => (await fetch(ermine.url + path, { headers })).json()),
  );
  await using raw = await startRaw(Object.fromEntries(paths.map((path, index) => [path, answers[index]])));
  const contestants: Contestant[] = [
    { name: "raw Bun.serve, same JSON as below", server: raw, path: "/api/", control: 0 },
    { name: "GET /api/", server: ermine, path: "/api/", control: 0 },
    {
      name: "raw Bun.serve, same JSON as below",
      server: raw,
      path: "/api/auth/account/",
      headers,
      control: 2,
    },
    {
      name: "GET /api/auth/account/ with a session",
      server: ermine,
      path: "/api/auth/account/",
      headers,
      control: 2,
    },
  ];
  for (const contestant of contestants) await run(contestant, 1);
  const results = contestants.map(() => [] as Result[]);
  for (let round = 0; round < rounds; round++) {
    for (const [index, contestant] of contestants.entries())
      results[index]?.push(await run(contestant, secondsEach));
  }
  const mid = (index: number, value: (result: Result) => number) => median((results[index] ?? []).map(value));
  const rate = (index: number) => mid(index, (result) => result.requestsPerSecond);
  printTable(
    `HTTP, ${connections} connections, median of ${rounds} rounds of ${secondsEach} s in turns`,
    contestants.map(({ name, control }, index) => ({
      what: name,
      "requests/s": Math.round(rate(index)),
      "of raw": (rate(index) / rate(control)).toFixed(2),
      "server CPU µs/request": mid(index, (result) => result.cpuMicros).toFixed(1),
      "p50 ms": mid(index, (result) => result.p50Ms).toFixed(2),
      "p99 ms": mid(index, (result) => result.p99Ms).toFixed(2),
      failures: (results[index] ?? []).reduce((sum, result) => sum + result.failures, 0),
    })),
  );
}

interface Contestant {
  readonly name: string;
  readonly server: Started;
  readonly path: string;
  readonly headers?: Record<string, string>;
  /** The contestant that this one is compared with. */
  readonly control: number;
}

type Result = LoadResult & { readonly cpuMicros: number };

async function run({ server, path, headers = {} }: Contestant, seconds: number): Promise<Result> {
  const before = server.cpuMs();
  const result = await load({ url: server.url + path, headers, connections, seconds });
  const requests = result.requestsPerSecond * seconds;
  return { ...result, cpuMicros: ((server.cpuMs() - before) * 1_000) / requests };
}

async function logIn({ url }: Started): Promise<string> {
  const call = (path: string, body: object) =>
    fetch(`${url}/api${path}`, { method: "POST", body: JSON.stringify(body) });
  const person = { email: "bench@example.com", password: "a password for the bench" };
  await call("/auth/account/create", person);
  const session = (await (await call("/auth/session/login", person)).json()) as { token: string };
  return session.token;
}
