import type { ServersTables } from "../../src/domains/servers/index.ts";
import { allNamedBits, bitsetOf, type Permission } from "../../src/permissions/bits.ts";
import { without } from "../../src/permissions/bitset.ts";
import { listen } from "../support/hearing.ts";
import { makeCall, routeOf } from "./make-call.ts";
import { type Principal, personBehind, principalNames, principals } from "./principals.ts";
import type { Row } from "./row.ts";
import type { Stage } from "./stage.ts";
import { compareTables, listTables, putBack, readTables } from "./tables.ts";

export interface Outcome {
  readonly gets: Partial<Record<Principal, string>>;
  /** What calls that were refused have left behind, and what they have announced. */
  readonly traces: readonly string[];
}

/** Lets every principal make the call of a row, each as if nobody had called before. */
export async function playRow(stage: Stage, name: string, row: Row): Promise<Outcome> {
  const { server, people } = stage;
  const callers = { ...people, robot: stage.bots.robot };
  await shapeRoles(stage, row.needs);
  const before = await readTables(server, await listTables(server));
  await using hearing = await listen(server, "all");
  const gets: Outcome["gets"] = {};
  const traces: string[] = [];
  for (const principal of principalNames) {
    const call = row.call?.(stage, personBehind(principal, people)) ?? {};
    const headers = { ...call.headers, ...principals[principal](callers) };
    const heardBefore = hearing.heard.length;
    const verdict = await makeCall(server.url, routeOf(name), { ...call, headers });
    gets[principal] = verdict;
    const changed = compareTables(before, await readTables(server, before.keys()));
    const told = hearing.heard.slice(heardBefore).map((heard) => heard.name);
    if (verdict !== "ok") traces.push(...[...changed, ...told].map((trace) => `${principal}: ${trace}`));
    if (changed.length > 0) await putBack(server, before, changed);
  }
  return { gets, traces };
}

/** Has roles give what the row needs, or take it away. */
async function shapeRoles({ server, roles }: Stage, needs: Permission | undefined): Promise<void> {
  const needed = needs === undefined ? 0 : bitsetOf(needs);
  const given = { allow: needed, deny: 0 };
  const taken =
    needed === 0 ? { allow: 0, deny: allNamedBits } : { allow: without(allNamedBits, needed), deny: needed };
  await server.running.store.write(async (tx) => {
    const shape = (id: string, set: typeof given) =>
      tx.sql<ServersTables>().updateTable("roles").set(set).where("id", "=", id).execute();
    await shape(roles.deputy, given);
    await shape(roles.lower, given);
    await shape(roles.denied, taken);
  });
}
