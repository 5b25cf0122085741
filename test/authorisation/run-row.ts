import { updateAccount } from "../../src/domains/accounts/store/accounts.ts";
import { confirmSession } from "../../src/domains/accounts/store/sessions.ts";
import { lockServer } from "../../src/domains/members/store/servers.ts";
import { updateRole } from "../../src/domains/servers/store/servers.ts";
import { updateUser } from "../../src/domains/users/store/users.ts";
import { allNamedBits, bitsetOf, type Permission } from "../../src/permissions/bits.ts";
import { without } from "../../src/permissions/bitset.ts";
import { recordEvents } from "../support/stream/record-events.ts";
import { type MatrixFixture, openMatrixFixture } from "./fixture.ts";
import { makeCall, routeOf } from "./make-call.ts";
import { type Principal, personOf, principalNames, principals } from "./principals.ts";
import type { Row } from "./row.ts";
import { KeptTables } from "./tables.ts";

export interface RowResult {
  readonly gets: Partial<Record<Principal, string>>;
  /** The tables that refused calls changed, and the events that they announced. */
  readonly traces: readonly string[];
}

/** The fixture, and its rows as they were before the calls of a row. */
export interface Matrix extends MatrixFixture, AsyncDisposable {
  readonly kept: KeptTables;
}

export async function openMatrix(): Promise<Matrix> {
  const fixture = await openMatrixFixture();
  const kept = new KeptTables(fixture.server);
  return {
    ...fixture,
    kept,
    async [Symbol.asyncDispose]() {
      kept[Symbol.dispose]();
      await fixture.server[Symbol.asyncDispose]();
    },
  };
}

/** Makes the call of a row as every principal, or as some, each on the unchanged fixture. */
export async function runRow(
  fixture: Matrix,
  name: string,
  row: Row,
  callers: readonly Principal[] = principalNames,
): Promise<RowResult> {
  const { server, people, kept } = fixture;
  const tokens = { ...people, robot: fixture.bots.robot };
  await setRolePermissions(fixture, row.needs);
  await setOperators(fixture, row.operators === true);
  kept.keep();
  await using recorder = await recordEvents(server, "all");
  const gets: RowResult["gets"] = {};
  const traces: string[] = [];
  for (const principal of callers) {
    const call = row.call?.(fixture, personOf(principal, people)) ?? {};
    const headers = { ...call.headers, ...principals[principal](tokens) };
    const receivedBefore = recorder.received.length;
    const verdict = await makeCall(server.url, routeOf(name), { ...call, headers });
    gets[principal] = verdict;
    const changed = kept.restore();
    const announced = recorder.received.slice(receivedBefore).map((event) => event.name);
    if (verdict !== "ok") traces.push(...[...changed, ...announced].map((trace) => `${principal}: ${trace}`));
  }
  return { gets, traces };
}

/** Sets the permissions of the roles to what the row needs. */
async function setRolePermissions(
  { server, serverId, roles }: MatrixFixture,
  needs: Permission | undefined,
): Promise<void> {
  const needed = needs === undefined ? 0 : bitsetOf(needs);
  const allowed = { allow: needed, deny: 0 };
  const denied =
    needed === 0 ? { allow: 0, deny: allNamedBits } : { allow: without(allNamedBits, needed), deny: needed };
  await server.running.store.write(async (tx) => {
    const update = (id: string, set: typeof allowed) => updateRole(tx, id, set);
    await lockServer(tx, serverId);
    await update(roles.deputy, allowed);
    await update(roles.lower, allowed);
    await update(roles.denied, denied);
  });
}

/** Makes operators of the owner and, without a second factor, the deputy; or ordinary users. */
async function setOperators({ server, people }: MatrixFixture, are: boolean): Promise<void> {
  const { owner, deputy } = people;
  await server.running.store.write(async (tx) => {
    for (const { id } of [owner, deputy]) await updateUser(tx, id, { privileged: are ? 1 : 0 });
    await updateAccount(tx, owner.id, { totp: are ? "enabled" : "disabled" });
    await confirmSession(tx, owner.sessionId, are ? server.clock.now() : 0);
  });
}
