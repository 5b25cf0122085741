import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { permissionsOf } from "../../src/declare/route.ts";
import { routes } from "../../src/domains/index.ts";
import { addresses, routeOf } from "./make-call.ts";
import { rows } from "./rows.ts";
import { type Matrix, openMatrix, runRow } from "./run-row.ts";

const missing = "MissingPermission ";

describe("the authorisation matrix", () => {
  test("has a row for every route and endpoint, and no other rows", () => {
    const names = rows.map(([name]) => name);
    expect(names.filter((name) => name === routeOf(name)).toSorted()).toEqual(
      [...addresses.keys()].toSorted(),
    );
    expect(new Set(names).size).toBe(names.length);
    for (const name of names) expect(names).toContain(routeOf(name));
  });

  test("observes exactly the permissions that each route declares", () => {
    const refused = new Map(routes.map(({ id }) => [id, new Set<string>()]));
    for (const [name, { gets }] of rows)
      for (const verdict of Object.values(gets))
        if (verdict.startsWith(missing)) refused.get(routeOf(name))?.add(verdict.slice(missing.length));
    for (const route of routes)
      expect({ [route.id]: [...(refused.get(route.id) ?? [])].sort() }).toEqual({
        [route.id]: permissionsOf(route).sort(),
      });
  });
});

// Authorisation does not depend on the engine; the tests of each route run on both.
describe("every principal gets the expected result", () => {
  let fixture: Matrix;
  beforeAll(async () => {
    fixture = await openMatrix();
  });
  afterAll(() => fixture[Symbol.asyncDispose]());

  for (const [name, row] of rows) {
    test(name, async () => {
      expect(await runRow(fixture, name, row)).toEqual({ gets: row.gets, traces: [] });
    });
  }
});
