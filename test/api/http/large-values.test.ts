import { beforeAll, expect, test } from "bun:test";
import { IsObject, IsString, IsUnion, type TSchema } from "typebox";
import { routes } from "../../../src/domains/index.ts";
import { newUser, type Person } from "../../support/accounts/people.ts";
import { newOperator } from "../../support/operators/operators.ts";
import { isThorough } from "../../support/run/is-thorough.ts";
import { rowsFor } from "../../support/run/thorough.ts";
import { describeServer } from "../../support/server/describe-server.ts";
import { engines } from "../../support/server/engines.ts";
import { patienceMs } from "../../support/until.ts";

/** Characters that are costly to compare, convert, match or normalise. */
const values = [
  ["", "a"],
  ["a@a", "\u0301\u0323"],
  ["a@", "ü."],
  ["a@", "例"],
  ["", "@"],
  ["", "."],
  ["", "é"],
  ["a@b", "%"],
  ["a@b", "-"],
] as const;

/** A third of them for each route, as neighbours have much in common; in a thorough run all. */
const valuesFor = (index: number) => values.filter((_, at) => isThorough || (at + index) % 3 === 0);

describeServer("a megabyte of one letter", engines, (server, engine) => {
  let operator: Person;
  beforeAll(async () => {
    operator = await newOperator(server);
  });

  const withBody = routes.filter(({ body }) => body);
  const rows = rowsFor(engine, withBody).map((route, index) => [route.path, route, index] as const);
  test.each(rows)(
    "in the fields of %s gets a response that is not a server error",
    async (path, { method, body, auth }, index) => {
      const { token } = auth === "operator" ? operator : await newUser(server);
      for (const [start, part] of valuesFor(index)) {
        for (const names of textFields(body)) {
          // All fields together are as long as a body may be.
          const value = start + part.repeat(900_000 / names.length / Buffer.byteLength(part));
          const response = await fetch(`${server.url}/api${path.replace(/:\w+/g, "x")}`, {
            method,
            body: JSON.stringify(Object.fromEntries(names.map((name) => [name, value]))),
            headers: { "x-session-token": token },
            signal: AbortSignal.timeout(patienceMs),
          });
          expect(response.status).toBeLessThan(500);
          await response.arrayBuffer();
        }
      }
    },
  );
});

function textFields(schema: TSchema | undefined): string[][] {
  const shapes = schema && IsUnion(schema) ? schema.anyOf : [schema];
  return shapes.flatMap((shape) => {
    if (!shape || !IsObject(shape)) return [];
    const texts = Object.entries(shape.properties).filter(([, child]) => IsString(child));
    return texts.length > 0 ? [texts.map(([name]) => name)] : [];
  });
}
