import { beforeAll, expect, test } from "bun:test";
import fc from "fast-check";
import { IsBoolean, IsInteger, type TSchema } from "typebox";
import type { Route } from "../../../src/declare/route.ts";
import { routes } from "../../../src/domains/index.ts";
import { logIn, newAccount, newUser, type Person } from "../../support/accounts/people.ts";
import { dumpTables } from "../../support/database/dump-tables.ts";
import { hostileText, impossible, plausible } from "../../support/hostile/hostile-values.ts";
import { newOperator } from "../../support/operators/operators.ts";
import { amount, rowsFor } from "../../support/run/thorough.ts";
import { describeServer } from "../../support/server/describe-server.ts";
import { engines } from "../../support/server/engines.ts";
import type { TestServer } from "../../support/server/server.ts";
import { patienceMs } from "../../support/until.ts";

/** Requests of each kind for each route; a stranger and a user send each of them. */
const requestsPerRoute = amount(2, 100);
const seed = 20_230_120;
const batch = 25;
const testMs = 60_000;

/** Stands for the session that sends the request. */
const own = "own-session";

interface HostileRequest {
  readonly path: string;
  readonly body: string | undefined;
}

const isGuarded = ({ auth }: Route) => ["session", "user", "operator"].includes(auth);

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

/** Requests that the route must reject; undefined if it accepts any input. */
function invalidFor(route: Route): fc.Arbitrary<HostileRequest> | undefined {
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

/** Requests that the route may accept or reject. */
function anyRequest({ method, path, query, body }: Route): fc.Arbitrary<HostileRequest> {
  const segment = fc.oneof(
    hostileText.map(encodeAnyway),
    fc.constantFrom(own, own, "%", "%zz", "%ED%A0%80", "%00", "a%2Fb"),
  );
  const filled = path.split("/").map((part) => (part.startsWith(":") ? segment : fc.constant(part)));
  const parameterNames = Object.keys(query?.properties ?? {});
  const name = fc.oneof(hostileText, ...parameterNames.map((key) => fc.constant(key)));
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

/** Computes a value on first use and reuses it for every engine. */
function memoizeByRoute<T>(make: (route: Route) => T): (route: Route) => T {
  const made = new Map<Route, T>();
  return (route) => {
    const value = made.get(route) ?? make(route);
    made.set(route, value);
    return value;
  };
}

const invalidRequests = memoizeByRoute((route) => {
  const invalid = invalidFor(route);
  const harmless = anyRequest({ ...route, path: route.path.replace(/:[^/]+/g, "x") });
  return {
    areInvalid: invalid !== undefined,
    requests: fc.sample(invalid ?? harmless, { seed, numRuns: requestsPerRoute }),
  };
});

const hostileRequests = memoizeByRoute((route) =>
  fc.sample(anyRequest(route), { seed, numRuns: requestsPerRoute }),
);

interface Reply {
  readonly status: number;
  readonly type: unknown;
}

type Sender = Pick<Person, "token" | "sessionId">;

async function send(
  { url }: TestServer,
  { method }: Route,
  { path, body }: HostileRequest,
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

/** Sends all requests in batches and describes those with an unexpected reply. */
async function unexpectedReplies(
  requests: readonly HostileRequest[],
  sendOne: (request: HostileRequest) => Promise<Reply>,
  isExpected: (reply: Reply) => boolean,
): Promise<string[]> {
  const wrong: string[] = [];
  for (let start = 0; start < requests.length; start += batch) {
    const some = requests.slice(start, start + batch);
    const replies = await Promise.all(
      some.map((request) =>
        sendOne(request).catch((reason: unknown) => ({ status: 0, type: String(reason) })),
      ),
    );
    for (const [index, reply] of replies.entries()) {
      const { path, body } = some[index] ?? {};
      if (!isExpected(reply))
        wrong.push(`${reply.status} ${reply.type} for ${path?.slice(0, 200)} with ${body?.slice(0, 500)}`);
    }
  }
  return wrong;
}

describeServer("hostile input", engines, (server, engine) => {
  let person: Person;
  let operator: Person;

  beforeAll(async () => {
    person = await newUser(server);
    operator = await newOperator(server);
  });

  const listed = rowsFor(engine, routes).map((route) => [`${route.method} ${route.path}`, route] as const);

  test.each(listed)(
    "%s rejects invalid input and changes no table",
    async (_, route) => {
      const { areInvalid, requests } = invalidRequests(route);
      const before = await dumpTables(server);

      const stranger = isGuarded(route) ? "401 InvalidSession" : "400 FailedValidation";
      const isRefused = (expected: string) => (reply: Reply) => `${reply.status} ${reply.type}` === expected;
      if (areInvalid || isGuarded(route)) {
        for (const sender of [undefined, { token: "wrong", sessionId: person.sessionId }]) {
          const wrong = await unexpectedReplies(
            requests,
            (request) => send(server, route, request, sender),
            isRefused(stranger),
          );
          expect(wrong).toEqual([]);
        }
      }
      if (areInvalid || route.ticket) {
        const user = route.ticket ? "401 InvalidToken" : "400 FailedValidation";
        const wrong = await unexpectedReplies(
          requests,
          (request) => send(server, route, request, route.auth === "operator" ? operator : person),
          isRefused(user),
        );
        expect(wrong).toEqual([]);
      }

      expect(await dumpTables(server)).toEqual(before);
    },
    testMs,
  );

  test.each(listed)(
    "%s answers any input with a success or a typed error",
    async (_, route) => {
      const requests = hostileRequests(route);
      const isHandled = ({ status, type }: Reply) =>
        status >= 200 && status < 500 && (status < 400 || typeof type === "string");
      expect(await unexpectedReplies(requests, (request) => send(server, route, request), isHandled)).toEqual(
        [],
      );
      // Some routes end the session of the caller, and some need an account without a user.
      for (let start = 0; start < requests.length; start += batch) {
        const somebody = start % (2 * batch) === 0 ? await newAccount(server) : await newUser(server);
        const sender = route.auth === "operator" ? operator : somebody;
        const some = requests.slice(start, start + batch);
        expect(
          await unexpectedReplies(some, (request) => send(server, route, request, sender), isHandled),
        ).toEqual([]);
      }
    },
    testMs,
  );

  test("leaves the server working for other sessions", async () => {
    const { token } = await logIn(server, person.email);
    expect((await server.client.get("/users/@me", { token })).status).toBe(200);
  });
});
