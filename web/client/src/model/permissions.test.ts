import { expect, test } from "bun:test";
import { type Permission, permission, permissionBits } from "../../../../src/permissions/bits.ts";
import {
  channelPermissionGroups,
  mayPut,
  noOverride,
  permissionGroups,
  stateOf,
  withState,
} from "./permissions.ts";

const names = Object.keys(permissionBits) as Permission[];

test("every permission is in exactly one group of the editor", () => {
  expect(permissionGroups.flatMap(({ names }) => [...names]).sort()).toEqual([...names].sort());
});

test("a state that was put is the state that is read, and other permissions keep theirs", () => {
  for (const name of names) {
    for (const state of ["allow", "neutral", "deny"] as const) {
      const other = names.find((each) => each !== name) as Permission;
      const start = withState(withState(noOverride, other, "deny"), name, "allow");
      const next = withState(start, name, state);
      expect(stateOf(next, name)).toBe(state);
      expect(stateOf(next, other)).toBe("deny");
    }
  }
});

test("one cannot give what one lacks, but one may take it away", () => {
  const denied = withState(noOverride, "BanMembers", "deny");
  const allowed = withState(noOverride, "BanMembers", "allow");
  expect(mayPut(0, noOverride, "BanMembers", "allow")).toBe(false);
  expect(mayPut(0, noOverride, "BanMembers", "deny")).toBe(true);
  expect(mayPut(0, denied, "BanMembers", "neutral")).toBe(false);
  expect(mayPut(0, denied, "BanMembers", "deny")).toBe(true);
  expect(mayPut(0, allowed, "BanMembers", "neutral")).toBe(true);
  expect(mayPut(0, allowed, "BanMembers", "allow")).toBe(true);
  expect(mayPut(permission.BanMembers, denied, "BanMembers", "allow")).toBe(true);
});

test("the editor of a channel leaves out what concerns the server alone", () => {
  const shown = channelPermissionGroups().flatMap(({ names }) => [...names]);
  expect(shown).toContain("ViewChannel");
  expect(shown).toContain("ManagePermissions");
  expect(shown).not.toContain("BanMembers");
  expect(shown).not.toContain("ViewAuditLogs");
});
