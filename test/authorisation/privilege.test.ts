import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { routes } from "../../src/domains/index.ts";
import { updateUser } from "../../src/domains/users/store/users.ts";
import { actionsOf, makeConfirmed } from "../support/operators/operators.ts";
import { isThorough } from "../support/run/is-thorough.ts";
import { addresses, makeCall, routeOf } from "./make-call.ts";
import { type Principal, principals } from "./principals.ts";
import type { Row } from "./row.ts";
import { rows } from "./rows.ts";
import { type Matrix, openMatrix, runRow } from "./run-row.ts";

/** Those who lack the most: where a privilege applied, they would get more. */
const callers = ["bot", "stranger", "denied"] as const satisfies readonly Principal[];

/** One of them for each row, and in a thorough run all: the matrix has their results without the privilege. */
const callersOf = (index: number) =>
  callers.filter((_, number) => isThorough || number === index % callers.length);

const ordinaryRows = rows.filter(([name, row]) => !row.operators && !name.startsWith("admin_"));

let fixture: Matrix;
beforeAll(async () => {
  fixture = await openMatrix();
});
afterAll(() => fixture[Symbol.asyncDispose]());

describe("operators get what others get while their session is not confirmed, and bots always", () => {
  beforeAll(async () => {
    const { server, people, bots } = fixture;
    const ids = [bots.robot.id, people.stranger.id, people.denied.id];
    await server.running.store.write(async (tx) => {
      for (const id of ids) await updateUser(tx, id, { privileged: 1 });
    });
  });

  test.each(ordinaryRows.map(([name, row], index) => [name, row, callersOf(index)] as const))(
    "%s",
    async (name, row, chosen) => {
      const expected = Object.fromEntries(chosen.map((caller) => [caller, row.gets[caller]]));
      expect(await runRow(fixture, name, row, chosen)).toEqual({ gets: expected, traces: [] });
    },
  );
});

describe("a confirmed session of an operator", () => {
  /** The names of the rows whose calls only the privilege allows. */
  const recorded = new Set<string>();

  beforeAll(() => makeConfirmed(fixture.server, fixture.people.stranger));

  // Reads that are repeated within a few minutes have no row of their own.
  const firstReads = ordinaryRows.filter(
    ([name]) => name === routeOf(name) || addresses.get(routeOf(name))?.method !== "GET",
  );

  test.each(firstReads)("leaves a row for a call that others are refused: %s", async (name, row) => {
    const { verdict, actions } = await callConfirmed(name, row);
    const isByPrivilege = row.gets.stranger !== "ok" && verdict === "ok";
    expect({ verdict, rows: actions.length }).toEqual({ verdict, rows: isByPrivilege ? 1 : 0 });
    if (row.gets.stranger === "ok") expect(verdict).toBe("ok");
    if (isByPrivilege) recorded.add(name);
  });

  test("can do this and more that others cannot", () => {
    expect([...recorded]).toEqual(
      expect.arrayContaining([
        "fetch_user_fetch",
        "edit_user_edit",
        "server_edit_edit, its owner",
        "audit_log_fetch_fetch_audit_logs",
        "ban_list_list",
        "message_query_query",
        "message_search_search, a conversation",
        "message_delete_delete, hidden",
        "members_fetch_fetch_members",
        "webhook_fetch_webhook_fetch",
      ]),
    );
    const isOrdinary = routes.filter(({ ordinaryRights }) => ordinaryRights).map(({ id }) => id);
    expect(isOrdinary).toEqual(["voice_join_call"]);
    expect([...recorded].map(routeOf)).not.toContain("voice_join_call");
  });
});

/** Makes the call of a row as the stranger, and returns what is recorded of it. */
async function callConfirmed(name: string, row: Row) {
  const { server, people, kept } = fixture;
  kept.keep();
  const call = row.call?.(fixture, people.stranger) ?? {};
  const headers = { ...call.headers, ...principals.stranger({ ...people, robot: fixture.bots.robot }) };
  const verdict = await makeCall(server.url, routeOf(name), { ...call, headers });
  const actions = await actionsOf(server, people.stranger);
  kept.restore();
  return { verdict, actions };
}
