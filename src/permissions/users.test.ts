import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { Relation } from "../protocol/view-change.ts";
import { type Acquaintance, userPermission, userPermissions } from "./users.ts";

const stranger: Acquaintance = {
  self: false,
  privileged: false,
  relation: "None",
  mutual: false,
  eitherIsBot: false,
};

/** Letters of what is granted: Access, ViewProfile, SendMessage, Invite. */
const cases: readonly [what: Partial<Acquaintance>, granted: string][] = [
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
  [{ privileged: true }, "AVSI"],
  [{ privileged: true, relation: "Blocked" }, "AVSI"],
  [{ privileged: true, relation: "BlockedOther", mutual: true }, "AVSI"],
];

const letters = (permissions: number) =>
  Object.entries(userPermission)
    .filter(([, bit]) => (permissions & bit) !== 0)
    .map(([name]) => name[0])
    .join("");

const relations: readonly Relation[] = ["None", "Friend", "Outgoing", "Incoming", "Blocked", "BlockedOther"];
const anybody: fc.Arbitrary<Acquaintance> = fc.record({
  self: fc.boolean(),
  privileged: fc.boolean(),
  relation: fc.constantFrom(...relations),
  mutual: fc.boolean(),
  eitherIsBot: fc.boolean(),
});

describe("permissions on a user", () => {
  test.each(cases)("%j", (what, granted) => {
    expect(letters(userPermissions({ ...stranger, ...what }))).toBe(granted);
  });

  test("each goes with those below it", () => {
    fc.assert(
      fc.property(anybody, (who) => {
        expect(["", "A", "AV", "AVS", "AVSI"]).toContain(letters(userPermissions(who)));
      }),
    );
  });

  test("knowing somebody better never takes anything away", () => {
    fc.assert(
      fc.property(anybody, fc.constantFrom("self", "privileged", "mutual", "eitherIsBot"), (who, what) => {
        const [less, more] = [false, true].map((value) => userPermissions({ ...who, [what]: value }));
        expect((less ?? 0) & ~(more ?? 0)).toBe(0);
      }),
    );
  });

  test("a block leaves Access alone, whatever they share", () => {
    fc.assert(
      fc.property(anybody, fc.constantFrom("Blocked", "BlockedOther"), (who, relation) => {
        const blocked = { ...who, relation, self: false, privileged: false } as const;
        expect(userPermissions(blocked)).toBe(userPermission.Access);
      }),
    );
  });
});
