import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { routes } from "../../src/domains/index.ts";
import { type ErrorSpec, errorCatalogue } from "../../src/protocol/error.ts";
import { engines } from "../support/engines.ts";
import { expectFailure } from "../support/expect-failure.ts";
import { provocations } from "../support/provocations/index.ts";
import { Stage } from "../support/provocations/stage.ts";

const declared = routes.flatMap(({ id, errors }) => errors.map((name) => ({ id, name })));

function extraOf({ extra = {} }: ErrorSpec): Record<string, unknown> {
  const types = { string: expect.any(String), integer: expect.any(Number) };
  return Object.fromEntries(Object.entries(extra).map(([field, type]) => [field, types[type]]));
}

describe("the table of declared errors", () => {
  test("has a row for every error that a route declares, and no other", () => {
    const rows = Object.entries(provocations).flatMap(([id, row]) =>
      Object.keys(row).map((name) => `${id}: ${name}`),
    );
    expect(rows.sort()).toEqual(declared.map(({ id, name }) => `${id}: ${name}`).sort());
  });
});

for (const engine of engines) {
  describe(`declared errors on ${engine}`, () => {
    let stage: Stage;
    beforeAll(() => {
      stage = new Stage(engine);
    });
    afterAll(() => stage[Symbol.asyncDispose]());

    for (const { id, name } of declared) {
      test(`${id}: ${name}`, async () => {
        const provoke = provocations[id]?.[name];
        if (!provoke) throw new Error(`nothing in test/support/provocations provokes ${name} of ${id}`);
        const spec: ErrorSpec = errorCatalogue[name];
        expectFailure(await provoke(stage), spec.status, name, extraOf(spec));
      });
    }
  });
}
