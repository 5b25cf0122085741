import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { inputDecoder } from "../../src/http/schema-decoder.ts";
import { openMailing } from "../support/accounts/mailing.ts";
import { findRows } from "../support/find-rows.ts";
import type { ApiResponse } from "../support/http/client.ts";
import { rowsFor } from "../support/run/thorough.ts";
import { engines } from "../support/server/engines.ts";
import { openServer } from "../support/server/server.ts";
import { compilePublished, existing, type Operation, operations, routeOf } from "./published.ts";
import type { SampleContext, Samples } from "./sample.ts";
import { sampleBodies } from "./sample-bodies.ts";

const golden = new URL("operations.txt", import.meta.url);

/** One for every operation that this server implements. */
const samples: Samples = Object.assign({}, ...(await findRows<Samples>("samples")));

describe("the published operations", () => {
  test("that this server implements are listed in operations.txt (npm run generate renews it)", () => {
    const text = existing.map(({ operation }) => `${operation.name}\n`).join("");
    if (process.env.ERMINE_GENERATE === "1") writeFileSync(golden, text);
    const listed = readFileSync(golden, "utf8").split("\n").filter(Boolean);
    const present = text.split("\n").filter(Boolean);
    const removed = listed.filter((name) => !present.includes(name));
    const added = present.filter((name) => !listed.includes(name));
    if (removed.length + added.length === 0) return;
    throw new Error(
      `test/compat/operations.txt is out of date.\nRemoved: ${removed.join(", ") || "none"}\nNew: ${added.join(", ") || "none"}\n` +
        "If that is intended, run `npm run generate` and commit the file.",
    );
  });

  test("of accounts, onboarding and the root are all implemented", () => {
    const required = operations.filter(({ name }) => /^[A-Z]+ (\/$|\/(auth|onboard)\/)/.test(name));
    expect(required.length).toBeGreaterThanOrEqual(28);
    expect(required.filter((operation) => !routeOf(operation)).map(({ name }) => name)).toEqual([]);
  });

  test("have one sample each, and there are no other samples", () => {
    expect(Object.keys(samples).sort()).toEqual(existing.map(({ operation }) => operation.name));
  });

  test.each(existing.map((pair) => [pair.operation.name, pair] as const))(
    "%s has its published id",
    (_, pair) => {
      expect(pair.route.id).toBe(pair.operation.id);
    },
  );

  test.each(existing.map((pair) => [pair.operation.name, pair] as const))(
    "%s accepts its published query",
    (_, pair) => {
      const accepted = Object.keys(pair.route.query?.properties ?? {});
      expect(accepted).toEqual(expect.arrayContaining([...pair.operation.queryNames]));
    },
  );

  const withBody = existing.filter(({ operation }) => operation.body !== undefined);
  test.each(withBody.map((pair) => [pair.operation.name, pair] as const))(
    "%s accepts its published body",
    (_, pair) => {
      const { route, operation } = pair;
      if (!route.body) throw new Error(`${operation.name} takes no body`);
      const admit = inputDecoder(route.body);
      for (const { least, full, nulls } of sampleBodies(operation.body)) {
        // The decoded value must contain the fields: unknown keys would be dropped without an error.
        for (const sent of [least, full, nulls]) expect(admit(sent)).toMatchObject(least as object);
      }
    },
  );
});

for (const engine of engines) {
  describe(`responses match the published schemas on ${engine}`, () => {
    let context: SampleContext & AsyncDisposable;

    beforeAll(async () => {
      const server = await openServer(engine);
      const mailing = await openMailing(engine);
      context = {
        server,
        mailing,
        async [Symbol.asyncDispose]() {
          await server[Symbol.asyncDispose]();
          await mailing[Symbol.asyncDispose]();
        },
      };
    });
    afterAll(() => context[Symbol.asyncDispose]());

    const rows = rowsFor(engine, existing);
    test.each(rows.map(({ operation }) => [operation.name, operation] as const))(
      "%s",
      async (name, operation) => {
        const responses = await samples[name]?.(context);
        if (!responses?.length) throw new Error(`${name} needs a sample`);
        for (const sample of responses) {
          expect(sample.status).toBeOneOf([200, 204]);
          expect(problemsWith(sample, operation)).toEqual([]);
        }
      },
    );

    const guarded = rows.filter(({ route }) => route.auth === "session" || route.auth === "user");
    test.each(guarded.map(({ operation }) => [operation.name, operation] as const))(
      "%s without a session",
      async (name, operation) => {
        const [method = "", path = ""] = name.split(" ");
        const response = await fetch(`${context.server.url}/api${path.replace(/\{[^}]+\}/g, "x")}`, {
          method,
        });
        const { status, headers } = response;
        expect(status).toBe(401);
        const failure: ApiResponse = { status, headers, body: await response.json() };
        if (operation.replies.has("default")) expect(problemsWith(failure, operation)).toEqual([]);
      },
    );
  });
}

/** The differences between a response and its description. */
function problemsWith({ status, body }: ApiResponse, { name, replies }: Operation): unknown[] {
  // The description publishes some empty responses as 200. Clients would try to parse those, and understand 204.
  const emptied = status === 204 && !replies.has("204") && replies.get("200") === null;
  const key = status < 300 ? (emptied ? "200" : String(status)) : "default";
  if (!replies.has(key)) return [`${name} is not described with status ${status}`];
  const schema = replies.get(key);
  if (schema === null) return body === undefined ? [] : [`${name} should have no body`];
  const validate = compilePublished(schema);
  return validate(body) ? [] : [body, ...(validate.errors ?? [])];
}
