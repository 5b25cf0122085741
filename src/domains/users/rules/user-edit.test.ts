import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { UserEdit } from "../model.ts";
import { newUserRow } from "./new-user.ts";
import { planUserEdit } from "./user-edit.ts";

const newUser = newUserRow({
  id: "01ARZ3NDEKTSV4RRFFQ69G5FAV",
  username: "Ann",
  discriminator: "0042",
  policy_acknowledged_at: 0,
});
const nothing = { changes: {}, data: {}, clear: [], invisible: undefined };

const text = fc.option(fc.string(), { nil: undefined });
const edits = fc.record<UserEdit>(
  {
    display_name: fc.string(),
    pronouns: fc.string(),
    status: fc.record(
      { text: fc.string(), presence: fc.constantFrom("Online", "Idle", "Focus", "Busy", "Invisible") },
      { requiredKeys: [] },
    ),
    profile: fc.record({ content: fc.string() }, { requiredKeys: [] }),
    remove: fc.array(
      fc.constantFrom(
        "Avatar",
        "StatusText",
        "StatusPresence",
        "ProfileContent",
        "ProfileBackground",
        "DisplayName",
        "Pronouns",
        "Internal",
      ),
    ),
  },
  { requiredKeys: [] },
);

describe("planning an edit", () => {
  test("changes nothing for an empty edit, or where the field is empty", () => {
    for (const edit of [{}, { status: {} }, { profile: {} }, { remove: [] }, { remove: ["Pronouns"] }])
      expect(planUserEdit(newUser, edit as UserEdit)).toEqual(nothing);
  });

  test("keeps its invariants for every edit", () => {
    const property = fc.property(edits, edits, text, (first, second, avatar) => {
      const before = {
        ...newUser,
        avatar: avatar ?? null,
        ...planUserEdit(newUser, first).changes,
      };
      const { changes, data, clear, invisible } = planUserEdit(before, second);
      const after = { ...before, ...changes };
      expect(Object.values(data.status ?? {})).not.toContain("Invisible");
      expect(invisible).toBe(
        before.status_presence === after.status_presence ||
          ![before.status_presence, after.status_presence].includes("Invisible")
          ? undefined
          : after.status_presence === "Invisible",
      );
      // The event matches the row.
      for (const key of ["display_name", "pronouns"] as const)
        if (key in data) expect(data[key] ?? null).toBe(after[key]);
      if (data.status) expect(data.status.text ?? null).toBe(after.status_text);
      if (clear.includes("DisplayName")) expect(after.display_name).toBeNull();
      if (clear.includes("StatusText")) expect(after.status_text).toBeNull();
      if (clear.includes("Avatar")) expect([before.avatar === null, after.avatar]).toEqual([false, null]);
      expect(new Set(clear).size).toBe(clear.length);
      // Removing again changes nothing.
      if (second.remove) expect(planUserEdit(after, { remove: clear })).toEqual(nothing);
    });
    fc.assert(property, { numRuns: 500 });
  });
});
