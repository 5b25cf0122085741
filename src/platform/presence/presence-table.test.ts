import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { PresenceEntry } from "./port.ts";
import { PresenceTable } from "./presence-table.ts";

const users = ["ann", "ben"];
const nodes = ["b", "c"];

interface ModelEntry extends PresenceEntry {
  readonly offlineAt?: number;
}

/** What the table is to know, as plainly as possible. */
class Model {
  now = 0;
  readonly here = new Map<string, ModelEntry>();
  readonly elsewhere = new Map<string, PresenceEntry>();
  readonly gone = new Map<string, number>();

  readonly #entries = (user: string): [node: string, entry: PresenceEntry][] => [
    ...(this.here.has(user) ? [["", this.here.get(user)] as [string, PresenceEntry]] : []),
    ...nodes.flatMap((node): [string, PresenceEntry][] => {
      const entry = this.elsewhere.get(`${node} ${user}`);
      return entry ? [[node, entry]] : [];
    }),
  ];

  isShown = (user: string) => this.#entries(user).some(([, { isShown }]) => isShown);
  isConnected = (user: string) => this.#entries(user).length > 0;
  isListening = (user: string) =>
    this.#entries(user).some(([node, { connections }]) => connections > 0 && !this.gone.has(node));
  connectionsElsewhere = (user: string) =>
    this.#entries(user).reduce(
      (sum, [node, { connections }]) => sum + (node === "" || this.gone.has(node) ? 0 : connections),
      0,
    );
}

type Step = (model: Model, table: PresenceTable, appears: (user: string, online?: boolean) => void) => void;

const user = fc.constantFrom(...users);
const node = fc.constantFrom(...nodes);
const delay = fc.integer({ min: 0, max: 3 });

const steps: fc.Arbitrary<Step> = fc.oneof(
  fc.tuple(user, fc.boolean()).map(
    ([who, isShown]): Step =>
      (model, table, appears) => {
        const { connections = 0, isShown: before = isShown } = model.here.get(who) ?? {};
        model.here.set(who, { connections: connections + 1, isShown: connections > 0 ? before : isShown });
        appears(who, table.enter(who, isShown));
      },
  ),
  fc.tuple(user, delay).map(
    ([who, after]): Step =>
      (model, table) => {
        const entry = model.here.get(who);
        // A connection leaves once.
        if (!entry?.connections) return;
        model.here.set(who, { ...entry, connections: entry.connections - 1, offlineAt: model.now + after });
        table.leave(who, model.now + after);
      },
  ),
  fc.tuple(user, fc.boolean()).map(
    ([who, isShown]): Step =>
      (model, table, appears) => {
        const entry = model.here.get(who);
        if (entry) model.here.set(who, { ...entry, isShown });
        appears(who, table.setShown(who, isShown));
      },
  ),
  fc.tuple(node, user, fc.option(fc.record({ connections: delay, isShown: fc.boolean() }))).map(
    ([from, who, entry]): Step =>
      (model, table, appears) => {
        if (entry) model.elsewhere.set(`${from} ${who}`, entry);
        else model.elsewhere.delete(`${from} ${who}`);
        appears(who, table.setElsewhere(from, who, entry ?? undefined));
      },
  ),
  fc.tuple(node, delay).map(
    ([id, after]): Step =>
      (model, table) => {
        model.gone.set(id, model.now + after);
        table.expireNode(id, model.now + after);
      },
  ),
  node.map(
    (id): Step =>
      (model, table) => {
        model.gone.delete(id);
        table.keepNode(id);
      },
  ),
  delay.map(
    (ms): Step =>
      (model, table, appears) => {
        model.now += ms;
        for (const [id, offlineAt] of model.gone)
          if (offlineAt <= model.now) {
            model.gone.delete(id);
            for (const who of users) model.elsewhere.delete(`${id} ${who}`);
          }
        for (const who of table.removeGoneNodes(model.now)) appears(who, false);
        const left = [...model.here].filter(
          ([, { connections, offlineAt = 0 }]) => connections === 0 && offlineAt <= model.now,
        );
        expect(table.findGone(model.now).toSorted()).toEqual(left.map(([who]) => who).toSorted());
        for (const [who] of left) {
          model.here.delete(who);
          appears(who, table.remove(who));
        }
      },
  ),
);

describe("the table of presence", () => {
  test("after any changes it knows what the model knows, and each change of appearance is told once", () => {
    fc.assert(
      fc.property(fc.array(steps, { maxLength: 60 }), (sequence) => {
        const [model, table] = [new Model(), new PresenceTable()];
        const told = new Map<string, boolean>();
        for (const step of sequence) {
          step(model, table, (who, online) => {
            if (online === undefined) return;
            expect(told.get(who) ?? false).toBe(!online);
            told.set(who, online);
          });
          for (const who of users) {
            expect(told.get(who) ?? false).toBe(model.isShown(who));
            expect(table.isShown(who)).toBe(model.isShown(who));
            expect(table.isConnected(who)).toBe(model.isConnected(who));
            expect(table.isListening(who)).toBe(model.isListening(who));
            expect(table.connectionsElsewhere(who)).toBe(model.connectionsElsewhere(who));
            expect(table.connectionsHere(who)).toBe(model.here.get(who)?.connections ?? 0);
          }
          expect(table.countConnected()).toBe(users.filter(model.isConnected).length);
        }
      }),
      { numRuns: 300 },
    );
  });

  test("users of a node that is gone appear online for a while, and listen no more", () => {
    const table = new PresenceTable();
    table.setElsewhere("b", "ann", { connections: 2, isShown: true });
    table.expireNode("b", 5);
    expect(table.isShown("ann")).toBe(true);
    expect([table.isListening("ann"), table.connectionsElsewhere("ann")]).toEqual([false, 0]);
    expect(table.removeGoneNodes(4)).toEqual([]);
    expect(table.removeGoneNodes(5)).toEqual(["ann"]);
    expect(table.isConnected("ann")).toBe(false);
  });
});
