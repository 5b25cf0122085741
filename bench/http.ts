import type { LoadResult } from "./load.ts";
import { load, responseHeaders, type Started, startErmine, startRaw } from "./processes.ts";
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
  const replies = Object.fromEntries(paths.map((path, index) => [path, answers[index]]));
  await using raw = await startRaw(replies);
  await using rawWithHeaders = await startRaw(
    replies,
    await responseHeaders(`${ermine.url}/api/auth/account/`, { headers }),
  );
  const contestants = paths.flatMap((path, index): Contestant[] => {
    const request = { path, control: 3 * index, ...(index > 0 && { headers }) };
    return [
      { name: "raw Bun.serve, same JSON", server: raw, ...request },
      { name: "… that reads and sends the same headers", server: rawWithHeaders, ...request },
      { name: `GET ${path}${index > 0 ? " with a session" : ""}`, server: ermine, ...request },
    ];
  });
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
