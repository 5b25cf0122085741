import { describe, expect, test } from "bun:test";
import { groupOf, groupOrder, MemberGroups } from "./member-groups.ts";

const role = (id: string, rank: number, hoist = true) => ({ id, rank, hoist });
const order = groupOrder([role("low", 5), role("plain", 0, false), role("high", 1)]);

describe("the groups of a server", () => {
  test("are the hoisted roles by rank, then online and offline", () => {
    expect(order).toEqual(["high", "low", "online", "offline"]);
  });

  test("a member is in the highest hoisted role, or offline whatever they hold", () => {
    expect(groupOf(order, { roles: ["low", "plain", "high"], isOnline: true })).toBe("high");
    expect(groupOf(order, { roles: ["plain"], isOnline: true })).toBe("online");
    expect(groupOf(order, { roles: ["high"], isOnline: false })).toBe("offline");
  });
});

function text(groups: MemberGroups): string {
  return groups
    .rows()
    .map((row) => (row.kind === "group" ? `[${row.key} ${row.count}]` : row.id))
    .join(" ");
}

describe("member groups", () => {
  test("sort by name without regard to case and accents' order, and leave empty groups out", () => {
    const groups = new MemberGroups(order);
    groups.replaceAll(order, [
      { id: "1", name: "zoe", group: "online" },
      { id: "2", name: "Ann", group: "online" },
      { id: "3", name: "Änne", group: "online" },
      { id: "4", name: "Bob", group: "high" },
    ]);
    expect(text(groups)).toBe("[high 1] 4 [online 3] 2 3 1");
  });

  test("a change moves one member and keeps their line's object", () => {
    const groups = new MemberGroups(order);
    groups.set("1", "Ann", "online");
    groups.set("2", "Bob", "online");
    const line = groups.rows()[1];
    expect(groups.set("1", "Ann", "offline")).toBeTrue();
    expect(groups.set("1", "Ann", "offline")).toBeFalse();
    expect(text(groups)).toBe("[online 1] 2 [offline 1] 1");
    expect(groups.rows()[3]).toBe(line as never);
    expect(groups.delete("2")).toBeTrue();
    expect(groups.delete("2")).toBeFalse();
    expect(text(groups)).toBe("[offline 1] 1");
  });

  test("any sequence of changes ends where one sort of the result does", () => {
    const groups = new MemberGroups(order);
    const model = new Map<string, { id: string; name: string; group: string }>();
    let seed = 7;
    const random = (below: number) => {
      seed = (seed * 48271) % 2147483647;
      return seed % below;
    };
    for (let step = 0; step < 3000; step++) {
      const id = String(random(80));
      if (random(5) === 0) {
        groups.delete(id);
        model.delete(id);
        continue;
      }
      const entry = { id, name: `name ${random(40)}`, group: order[random(order.length)] ?? "online" };
      groups.set(id, entry.name, entry.group);
      model.set(id, entry);
    }
    const sorted = new MemberGroups(order);
    sorted.replaceAll(order, model.values());
    expect(groups.size).toBe(model.size);
    expect(groups.rows()).toEqual(sorted.rows());
  });
});
