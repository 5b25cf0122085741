import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { permissionsOf } from "../../src/declare/route.ts";
import { routes } from "../../src/domains/index.ts";
import { addresses, routeOf } from "./make-call.ts";
import { playRow } from "./play-row.ts";
import { rows } from "./rows/index.ts";
import { openStage, type Stage } from "./stage.ts";

const missing = "MissingPermission ";

describe("the authorisation matrix", () => {
  test("has a row for every route and endpoint, and none for anything else", () => {
    const names = rows.map(([name]) => name);
    expect(names.filter((name) => name === routeOf(name)).toSorted()).toEqual(
      [...addresses.keys()].toSorted(),
    );
    expect(new Set(names).size).toBe(names.length);
    for (const name of names) expect(names).toContain(routeOf(name));
  });

  test("names for each route just the permissions that its declaration does", () => {
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

// Who may call is decided without the engine; the tests of each route ask both.
describe("who may call what", () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage("sqlite");
  });
  afterAll(() => stage.server[Symbol.asyncDispose]());

  for (const [name, row] of rows) {
    test(name, async () => {
      expect(await playRow(stage, name, row)).toEqual({ gets: row.gets, traces: [] });
    });
  }
});
