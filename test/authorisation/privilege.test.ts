import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { updateUser } from "../../src/domains/users/store/users.ts";
import { makeConfirmed } from "../support/operators/operators.ts";
import { isThorough } from "../support/run/is-thorough.ts";
import type { Principal } from "./principals.ts";
import { rows } from "./rows.ts";
import { type Matrix, openMatrix, runRow } from "./run-row.ts";

/** Strangers lack the most: where operators had rights of their own, they would get more. */
const callers = ["bot", "denied"] as const satisfies readonly Principal[];

/** The stranger and one of the others for each row, and in a thorough run all. */
const callersOf = (index: number): Principal[] => [
  "stranger",
  ...callers.filter((_, number) => isThorough || number === index % callers.length),
];

const ordinaryRows = rows.filter(([name, row]) => !row.operators && !name.startsWith("admin_"));

describe("operators with a confirmed second factor get what others get on ordinary routes", () => {
  let fixture: Matrix;
  beforeAll(async () => {
    fixture = await openMatrix();
    const { server, people, bots } = fixture;
    for (const person of [people.stranger, people.denied]) await makeConfirmed(server, person);
    await server.running.store.write((tx) => updateUser(tx, bots.robot.id, { privileged: 1 }));
  });
  afterAll(() => fixture[Symbol.asyncDispose]());

  test.each(ordinaryRows.map(([name, row], index) => [name, row, callersOf(index)] as const))(
    "%s",
    async (name, row, chosen) => {
      const expected = Object.fromEntries(chosen.map((caller) => [caller, row.gets[caller]]));
      expect(await runRow(fixture, name, row, chosen)).toEqual({ gets: expected, traces: [] });
    },
  );
});
