import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { type ErrorName, type ErrorSpec, errorCatalogue } from "../../../src/declare/error.ts";
import { routes } from "../../../src/domains/index.ts";
import { routeOf } from "../../authorisation/make-call.ts";
import { rows as matrix } from "../../authorisation/rows.ts";
import { type ErrorCases, ServerPool } from "../../support/error-cases/error-case.ts";
import { findRows } from "../../support/find-rows.ts";
import { expectFailure } from "../../support/http/expect-failure.ts";
import { rowsFor } from "../../support/run/thorough.ts";
import { engines } from "../../support/server/engines.ts";

const errorCases: ErrorCases = Object.assign({}, ...(await findRows<ErrorCases>("errorCases")));

/** Errors that the authorisation matrix shows for every kind of caller. */
const refusals: readonly ErrorName[] = [
  "MissingPermission",
  "IsBot",
  "NotPrivileged",
  "ConfirmationRequired",
  "NotOwner",
  "NotElevated",
  "NotAuthenticated",
  "InvalidSession",
  "FeatureDisabled",
];
const inMatrix = new Set(
  matrix.flatMap(([name, { gets }]) =>
    Object.values(gets).map((verdict) => `${routeOf(name)}: ${verdict.split(" ")[0]}`),
  ),
);
const declared = routes.flatMap(({ id, errors }) => errors.map((name) => ({ id, name })));

function extraOf({ extra = {} }: ErrorSpec): Record<string, unknown> {
  const types = { string: expect.any(String), integer: expect.any(Number) };
  return Object.fromEntries(Object.entries(extra).map(([field, type]) => [field, types[type]]));
}

describe("the table of declared errors", () => {
  test("has a row for every declared error that the matrix does not show, and no undeclared one", () => {
    const rows = Object.entries(errorCases).flatMap(([id, row]) =>
      Object.keys(row).map((name) => `${id}: ${name}`),
    );
    const names = declared.map(({ id, name }) => `${id}: ${name}`);
    expect(rows.filter((row) => !names.includes(row))).toEqual([]);
    const needed = declared.filter(
      ({ id, name }) => !refusals.includes(name) || !inMatrix.has(`${id}: ${name}`),
    );
    expect(needed.map(({ id, name }) => `${id}: ${name}`).filter((name) => !rows.includes(name))).toEqual([]);
  });
});

const withRow = declared.filter(({ id, name }) => errorCases[id]?.[name]);

for (const engine of engines) {
  describe(`declared errors on ${engine}`, () => {
    let pool: ServerPool;
    beforeAll(() => {
      pool = new ServerPool(engine);
    });
    afterAll(() => pool[Symbol.asyncDispose]());

    test.each(rowsFor(engine, withRow).map(({ id, name }) => [`${id}: ${name}`, id, name] as const))(
      "%s",
      async (_, id, name) => {
        const errorCase = errorCases[id]?.[name];
        if (!errorCase) throw new Error(`no row of errorCases provokes ${name} of ${id}`);
        const spec: ErrorSpec = errorCatalogue[name];
        expectFailure(await errorCase(pool), spec.status, name, extraOf(spec));
      },
    );
  });
}
