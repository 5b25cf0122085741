import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import fc from "fast-check";
import { IsBoolean, IsInteger, type TSchema } from "typebox";
import type { Route } from "../../src/declare/route.ts";
import { routes } from "../../src/domains/index.ts";
import { dumpTables } from "../support/dump-tables.ts";
import { engines } from "../support/engines.ts";
import { hostileText, impossible, plausible } from "../support/hostile-values.ts";
import { logIn, newAccount, newUser, type Person } from "../support/people.ts";
import { openServer, type TestServer } from "../support/server.ts";

/** Of each kind, for each route; every one is sent by a stranger and by a user. */
const tries = 100;
const seed = 20_230_120;
const batch = 25;
const patienceMs = 5_000;
const testMs = 60_000;

/** Stands for the session that sends the request. */
const own = "own-session";

interface Attempt {
  readonly path: string;
  readonly body: string | undefined;
}

const isGuarded = ({ auth }: Route) => auth === "session" || auth === "user";

const brokenJson = fc
  .constantFrom("", "{", "[", '{"a":', "nul", '{"a":1}}', "{'a':1}", "\u0000", "[1,]")
  .map(String);

/** A query value that is neither absent nor of its type. */
function badQuery({ query }: Route): string | undefined {
  const typed = Object.entries(query?.properties ?? {}).find(
    ([, child]) => IsBoolean(child) || IsInteger(child),
  );
  return typed && `?${typed[0]}=neither`;
}

/** What this route can do nothing with but refuse it. */
function refusable(route: Route): fc.Arbitrary<Attempt> | undefined {
  const path = route.path.replace(/:[^/]+/g, "x");
  const query = badQuery(route);
  if (route.body) {
    return fc
      .oneof(
        { weight: 9, arbitrary: impossible(route.body).map((value) => JSON.stringify(value)) },
        { weight: 1, arbitrary: brokenJson },
      )
      .map((body) => ({ path, body }));
  }
  const body = route.method === "GET" ? undefined : "{}";
  return query === undefined ? undefined : fc.constant({ path: path + query, body });
}

/** What may look right to this route, or may not. */
function anything({ method, path, query, body }: Route): fc.Arbitrary<Attempt> {
  const segment = fc.oneof(
    hostileText.map(encodeAnyway),
    fc.constantFrom(own, own, "%", "%zz", "%ED%A0%80", "%00", "a%2Fb"),
  );
  const filled = path.split("/").map((part) => (part.startsWith(":") ? segment : fc.constant(part)));
  const known = Object.keys(query?.properties ?? {});
  const name = fc.oneof(hostileText, ...known.map((key) => fc.constant(key)));
  const search = fc.array(fc.tuple(name, hostileText), { maxLength: 3 });
  const sent = body
    ? fc.oneof({ weight: 9, arbitrary: json(body) }, { weight: 1, arbitrary: brokenJson })
    : fc.oneof(brokenJson, fc.constant("{}"));
  return fc.tuple(fc.tuple(...filled), search, sent).map(([segments, pairs, text]) => ({
    path: `${segments.join("/")}?${pairs.map(([key, value]) => `${encodeAnyway(key)}=${encodeAnyway(value)}`).join("&")}`,
    body: method === "GET" ? undefined : text,
  }));
}

function json(schema: TSchema): fc.Arbitrary<string> {
  return plausible(schema).map((value) => JSON.stringify(value));
}

function encodeAnyway(text: string): string {
  return encodeURIComponent(text.toWellFormed()).slice(0, 6_000).replace(/%.?$/, "");
}

/** Made when first asked for, then the same for every engine. */
function madeOnce<T>(make: (route: Route) => T): (route: Route) => T {
  const made = new Map<Route, T>();
  return (route) => {
    const value = made.get(route) ?? make(route);
    made.set(route, value);
    return value;
  };
}

const senselessAttempts = madeOnce((route) => {
  const senseless = refusable(route);
  const harmless = anything({ ...route, path: route.path.replace(/:[^/]+/g, "x") });
  return {
    isSenseless: senseless !== undefined,
    attempts: fc.sample(senseless ?? harmless, { seed, numRuns: tries }),
  };
});

const allSortsOfAttempts = madeOnce((route) => fc.sample(anything(route), { seed, numRuns: tries }));

interface Reply {
  readonly status: number;
  readonly type: unknown;
}

type Sender = Pick<Person, "token" | "sessionId">;

async function send(
  { url }: TestServer,
  { method }: Route,
  { path, body }: Attempt,
  sender?: Sender,
): Promise<Reply> {
  const response = await fetch(`${url}/api${path.replace(own, sender?.sessionId ?? own)}`, {
    method,
    headers: sender ? { "x-session-token": sender.token } : {},
    body,
    signal: AbortSignal.timeout(patienceMs),
  });
  const text = await response.text();
  const isJson = response.headers.get("content-type")?.startsWith("application/json") ?? false;
  const parsed: unknown = isJson || response.status >= 400 ? JSON.parse(text) : undefined;
  return { status: response.status, type: Object(parsed).type };
}

/** Sends them all, by batches, and returns those whose answer is not as it must be. */
async function wrongAnswers(
  attempts: readonly Attempt[],
  ask: (attempt: Attempt) => Promise<Reply>,
  isRight: (reply: Reply) => boolean,
): Promise<string[]> {
  const wrong: string[] = [];
  for (let start = 0; start < attempts.length; start += batch) {
    const some = attempts.slice(start, start + batch);
    const replies = await Promise.all(
      some.map((attempt) => ask(attempt).catch((reason: unknown) => ({ status: 0, type: String(reason) }))),
    );
    for (const [index, reply] of replies.entries()) {
      const { path, body } = some[index] ?? {};
      if (!isRight(reply))
        wrong.push(`${reply.status} ${reply.type} for ${path?.slice(0, 200)} with ${body?.slice(0, 500)}`);
    }
  }
  return wrong;
}

for (const engine of engines) {
  describe(`hostile input on ${engine}`, () => {
    let server: TestServer;
    let person: Person;

    beforeAll(async () => {
      server = await openServer(engine);
      person = await newUser(server);
    });
    afterAll(() => server[Symbol.asyncDispose]());

    const listed = routes.map((route) => [`${route.method} ${route.path}`, route] as const);

    test.each(listed)(
      "%s refuses what cannot be meant, and nothing changes",
      async (_, route) => {
        const { isSenseless, attempts } = senselessAttempts(route);
        const before = await dumpTables(server);

        const stranger = isGuarded(route) ? "401 InvalidSession" : "400 FailedValidation";
        const isRefused = (expected: string) => (reply: Reply) =>
          `${reply.status} ${reply.type}` === expected;
        if (isSenseless || isGuarded(route)) {
          for (const sender of [undefined, { token: "wrong", sessionId: person.sessionId }]) {
            const wrong = await wrongAnswers(
              attempts,
              (attempt) => send(server, route, attempt, sender),
              isRefused(stranger),
            );
            expect(wrong).toEqual([]);
          }
        }
        if (isSenseless || route.ticket) {
          const user = route.ticket ? "401 InvalidToken" : "400 FailedValidation";
          const wrong = await wrongAnswers(
            attempts,
            (attempt) => send(server, route, attempt, person),
            isRefused(user),
          );
          expect(wrong).toEqual([]);
        }

        expect(await dumpTables(server)).toEqual(before);
      },
      testMs,
    );

    test.each(listed)(
      "%s has an answer to everything",
      async (_, route) => {
        const attempts = allSortsOfAttempts(route);
        const isAnswered = ({ status, type }: Reply) =>
          status >= 200 && status < 500 && (status < 400 || typeof type === "string");
        expect(await wrongAnswers(attempts, (attempt) => send(server, route, attempt), isAnswered)).toEqual(
          [],
        );
        // Some of these end the session they are made with, and some want one that has no user yet.
        for (let start = 0; start < attempts.length; start += batch) {
          const sender = start % (2 * batch) === 0 ? await newAccount(server) : await newUser(server);
          const some = attempts.slice(start, start + batch);
          expect(
            await wrongAnswers(some, (attempt) => send(server, route, attempt, sender), isAnswered),
          ).toEqual([]);
        }
      },
      testMs,
    );

    test("and still answers everybody else", async () => {
      const { token } = await logIn(server, person.email);
      expect((await server.client.get("/users/@me", { token })).status).toBe(200);
    });
  });
}
