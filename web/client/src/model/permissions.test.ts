import { expect, test } from "bun:test";
import {
  apply,
  channelPermissionGroups,
  everything,
  mayPut,
  noOverride,
  type PermissionName,
  permissionBits,
  permissionGroups,
  stateOf,
  withState,
} from "./permissions.ts";

const names = Object.keys(permissionBits) as PermissionName[];

test("every permission is in exactly one group of the editor", () => {
  expect(permissionGroups.flatMap(({ names }) => [...names]).sort()).toEqual([...names].sort());
});

test("bits are those of the protocol, each its own", () => {
  expect(permissionBits.ViewChannel).toBe(1_048_576n);
  expect(permissionBits.MoveMembers).toBe(34_359_738_368n);
  expect(permissionBits.ViewAuditLogs).toBe(1_099_511_627_776n);
  expect(new Set(Object.values(permissionBits)).size).toBe(names.length);
  for (const bit of Object.values(permissionBits)) expect(bit & everything).toBe(bit);
});

test("a state that was put is the state that is read, and other permissions keep theirs", () => {
  for (const name of names) {
    for (const state of ["allow", "neutral", "deny"] as const) {
      const other = names.find((each) => each !== name) as PermissionName;
      const start = withState(withState(noOverride, other, "deny"), name, "allow");
      const next = withState(start, name, state);
      expect(stateOf(next, name)).toBe(state);
      expect(stateOf(next, other)).toBe("deny");
    }
  }
});

test("a layer allows first and denies then", () => {
  const both = { allow: permissionBits.React, deny: permissionBits.React };
  expect(apply(0n, both)).toBe(0n);
  expect(apply(permissionBits.React, noOverride)).toBe(permissionBits.React);
});

test("one cannot give what one lacks, but one may take it away", () => {
  const denied = withState(noOverride, "BanMembers", "deny");
  const allowed = withState(noOverride, "BanMembers", "allow");
  expect(mayPut(0n, noOverride, "BanMembers", "allow")).toBe(false);
  expect(mayPut(0n, noOverride, "BanMembers", "deny")).toBe(true);
  expect(mayPut(0n, denied, "BanMembers", "neutral")).toBe(false);
  expect(mayPut(0n, denied, "BanMembers", "deny")).toBe(true);
  expect(mayPut(0n, allowed, "BanMembers", "neutral")).toBe(true);
  expect(mayPut(0n, allowed, "BanMembers", "allow")).toBe(true);
  expect(mayPut(permissionBits.BanMembers, denied, "BanMembers", "allow")).toBe(true);
});

test("the editor of a channel leaves out what concerns the server alone", () => {
  const shown = channelPermissionGroups().flatMap(({ names }) => [...names]);
  expect(shown).toContain("ViewChannel");
  expect(shown).toContain("ManagePermissions");
  expect(shown).not.toContain("BanMembers");
  expect(shown).not.toContain("ViewAuditLogs");
});
