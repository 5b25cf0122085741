import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { Relation } from "../visibility/view-change.ts";
import { type UserPermissionContext, userPermission, userPermissions } from "./users.ts";

const stranger: UserPermissionContext = {
  self: false,
  relation: "None",
  mutual: false,
  eitherIsBot: false,
};

/** Initials of the granted permissions: Access, ViewProfile, SendMessage, Invite. */
const cases: readonly [context: Partial<UserPermissionContext>, granted: string][] = [
  [{}, ""],
  [{ eitherIsBot: true }, ""],
  [{ mutual: true }, "AV"],
  [{ mutual: true, eitherIsBot: true }, "AVS"],
  [{ relation: "Friend" }, "AVSI"],
  [{ relation: "Friend", mutual: true, eitherIsBot: true }, "AVSI"],
  [{ relation: "Outgoing" }, "A"],
  [{ relation: "Incoming" }, "A"],
  [{ relation: "Outgoing", mutual: true }, "AV"],
  [{ relation: "Incoming", mutual: true, eitherIsBot: true }, "AVS"],
  [{ relation: "Blocked" }, "A"],
  [{ relation: "BlockedOther" }, "A"],
  [{ relation: "Blocked", mutual: true, eitherIsBot: true }, "A"],
  [{ relation: "BlockedOther", mutual: true, eitherIsBot: true }, "A"],
  [{ self: true }, "AVSI"],
];

const letters = (permissions: number) =>
  Object.entries(userPermission)
    .filter(([, bit]) => (permissions & bit) !== 0)
    .map(([name]) => name[0])
    .join("");

const relations: readonly Relation[] = ["None", "Friend", "Outgoing", "Incoming", "Blocked", "BlockedOther"];
const anyContext: fc.Arbitrary<UserPermissionContext> = fc.record({
  self: fc.boolean(),
  relation: fc.constantFrom(...relations),
  mutual: fc.boolean(),
  eitherIsBot: fc.boolean(),
});

describe("permissions on a user", () => {
  test.each(cases)("%j", (context, granted) => {
    expect(letters(userPermissions({ ...stranger, ...context }))).toBe(granted);
  });

  test("each permission includes the lower ones", () => {
    fc.assert(
      fc.property(anyContext, (context) => {
        expect(["", "A", "AV", "AVS", "AVSI"]).toContain(letters(userPermissions(context)));
      }),
    );
  });

  test("a closer relation never removes a permission", () => {
    fc.assert(
      fc.property(anyContext, fc.constantFrom("self", "mutual", "eitherIsBot"), (context, field) => {
        const [less, more] = [false, true].map((value) => userPermissions({ ...context, [field]: value }));
        expect((less ?? 0) & ~(more ?? 0)).toBe(0);
      }),
    );
  });

  test("a block leaves only Access, whatever the users share", () => {
    fc.assert(
      fc.property(anyContext, fc.constantFrom("Blocked", "BlockedOther"), (context, relation) => {
        const blocked = { ...context, relation, self: false } as const;
        expect(userPermissions(blocked)).toBe(userPermission.Access);
      }),
    );
  });
});
