import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { inputDecoder } from "../../src/http/decode-input.ts";
import type { Answer } from "../support/client.ts";
import { engines } from "../support/engines.ts";
import { openMailing } from "../support/mailing.ts";
import { openServer } from "../support/server.ts";
import { compilePublished, existing, type Operation, operations, routeOf } from "./published.ts";
import { sampleBodies } from "./sample-bodies.ts";
import { samples } from "./samples/index.ts";
import type { Scene } from "./samples/sample.ts";

const golden = new URL("operations.txt", import.meta.url);

describe("the published operations", () => {
  test("are listed in operations.txt as far as this server has them", () => {
    const text = existing.map(({ operation }) => `${operation.name}\n`).join("");
    if (process.env.UPDATE_GOLDEN) writeFileSync(golden, text);
    const listed = readFileSync(golden, "utf8").split("\n").filter(Boolean);
    const present = text.split("\n").filter(Boolean);
    const gone = listed.filter((name) => !present.includes(name));
    const added = present.filter((name) => !listed.includes(name));
    if (gone.length + added.length === 0) return;
    throw new Error(
      `test/compat/operations.txt is out of date.\nGone: ${gone.join(", ") || "none"}\nNew: ${added.join(", ") || "none"}\n` +
        "If that is meant, run this test with UPDATE_GOLDEN=1 and commit the file.",
    );
  });

  test("of accounts, onboarding and the root are all there", () => {
    const due = operations.filter(({ name }) => /^[A-Z]+ (\/$|\/(auth|onboard)\/)/.test(name));
    expect(due.length).toBeGreaterThanOrEqual(28);
    expect(due.filter((operation) => !routeOf(operation)).map(({ name }) => name)).toEqual([]);
  });

  test("have a sample each, and no sample is left over", () => {
    expect(Object.keys(samples).sort()).toEqual(existing.map(({ operation }) => operation.name));
  });

  test.each(existing.map((pair) => [pair.operation.name, pair] as const))(
    "%s has the same id here",
    (_, pair) => {
      expect(pair.route.id).toBe(pair.operation.id);
    },
  );

  test.each(existing.map((pair) => [pair.operation.name, pair] as const))(
    "%s takes its query here",
    (_, pair) => {
      const known = Object.keys(pair.route.query?.properties ?? {});
      expect(known).toEqual(expect.arrayContaining([...pair.operation.queryNames]));
    },
  );

  const withBody = existing.filter(({ operation }) => operation.body !== undefined);
  test.each(withBody.map((pair) => [pair.operation.name, pair] as const))(
    "%s takes its body here",
    (_, pair) => {
      const { route, operation } = pair;
      if (!route.body) throw new Error(`${operation.name} takes no body here`);
      const admit = inputDecoder(route.body);
      for (const { least, full, nulls } of sampleBodies(operation.body)) {
        // Kept, not merely let through: unknown keys are left behind in silence.
        for (const sent of [least, full, nulls]) expect(admit(sent)).toMatchObject(least as object);
      }
    },
  );
});

for (const engine of engines) {
  describe(`answers against the published schemas on ${engine}`, () => {
    let scene: Scene & AsyncDisposable;

    beforeAll(async () => {
      const server = await openServer(engine);
      const mailing = await openMailing(engine);
      scene = {
        server,
        mailing,
        async [Symbol.asyncDispose]() {
          await server[Symbol.asyncDispose]();
          await mailing[Symbol.asyncDispose]();
        },
      };
    });
    afterAll(() => scene[Symbol.asyncDispose]());

    test.each(existing.map(({ operation }) => [operation.name, operation] as const))(
      "%s",
      async (name, operation) => {
        const answers = await samples[name]?.(scene);
        if (!answers?.length) throw new Error(`${name} needs a sample: see test/compat/samples`);
        for (const answer of answers) {
          expect(answer.status).toBeOneOf([200, 204]);
          expect(problemsWith(answer, operation)).toEqual([]);
        }
      },
    );

    const guarded = existing.filter(({ route }) => route.auth === "session" || route.auth === "user");
    test.each(guarded.map(({ operation }) => [operation.name, operation] as const))(
      "%s by a stranger",
      async (name, operation) => {
        const [method = "", path = ""] = name.split(" ");
        const response = await fetch(`${scene.server.url}/api${path.replace(/\{[^}]+\}/g, "x")}`, { method });
        const { status, headers } = response;
        expect(status).toBe(401);
        const answer: Answer = { status, headers, body: await response.json() };
        if (operation.replies.has("default")) expect(problemsWith(answer, operation)).toEqual([]);
      },
    );
  });
}

/** Where the answer is not what the description says it is. */
function problemsWith({ status, body }: Answer, { name, replies }: Operation): unknown[] {
  // Some empty answers are published as 200, which clients would try to read; 204 is what they understand.
  const emptied = status === 204 && !replies.has("204") && replies.get("200") === null;
  const key = status < 300 ? (emptied ? "200" : String(status)) : "default";
  if (!replies.has(key)) return [`${name} is not described with status ${status}`];
  const schema = replies.get(key);
  if (schema === null) return body === undefined ? [] : [`${name} should have no body`];
  const validate = compilePublished(schema);
  return validate(body) ? [] : [body, ...(validate.errors ?? [])];
}
