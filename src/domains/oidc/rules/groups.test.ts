import { expect, test } from "bun:test";
import { readGrants, readGroups } from "./groups.ts";

const groups = (value: unknown, path = "groups") => [...readGroups({ groups: value }, path)];
const role = (group: string, name: string) => ({ group, server: "S", role: name, join: true });
const keys = {
  groups_claim: "groups",
  group_roles: [role("staff", "R1"), role("staff", "R2"), role("crew", "R2"), role("S/R1", "R3")],
  operator_groups: ["admins"],
};
const grants = (value: unknown) => readGrants({ groups: value }, keys);

test("groups are the texts of a claim, of whatever type it is", () => {
  expect(groups(["a", "b", "a"])).toEqual(["a", "b"]);
  expect(groups("a b,c")).toEqual(["a b,c"]);
  expect(groups(["a", 7, null, ["b"], { c: "d" }])).toEqual(["a"]);
  for (const value of [undefined, null, 7, true, { a: "b" }, { length: 1, 0: "a" }, []])
    expect(groups(value)).toEqual([]);
});

test("a claim is found by its whole name first, then along a path, and never in a prototype", () => {
  const claims = { "https://a.example/groups": ["a"], realm_access: { roles: ["b"] } };
  expect([...readGroups(claims, "https://a.example/groups")]).toEqual(["a"]);
  expect([...readGroups(claims, "realm_access.roles")]).toEqual(["b"]);
  for (const path of ["realm_access.none", "none.roles", "constructor.name", "realm_access.__proto__", "."])
    expect([...readGroups(claims, path)]).toEqual([]);
});

test("grants are those of the configuration, for exactly the groups that it names", () => {
  expect(grants(["staff"])).toEqual(["S/R1", "S/R2"]);
  expect(grants(["crew", "staff", "admins"])).toEqual(["S/R1", "S/R2", "operator"]);
  expect(grants("admins")).toEqual(["operator"]);
  for (const other of ["Staff", " staff", "/staff", "staff\0", "operator", "S/R2", "*", "__proto__", ""])
    expect(grants([other])).toEqual([]);
  expect(grants(["S/R1"])).toEqual(["S/R3"]);
  expect(grants(Array.from({ length: 100_000 }, (_, index) => `group ${index}`))).toEqual([]);
  expect(readGrants({ groups: ["staff"] }, { ...keys, groups_claim: "" })).toEqual([]);
});
