import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { configWith } from "../../../config/load.ts";
import type { UserEdit } from "../model.ts";
import { newUserRow } from "./new-user.ts";
import { planEdit } from "./user-edit.ts";

const around = { config: configWith({}) };
const fresh = newUserRow({
  id: "01ARZ3NDEKTSV4RRFFQ69G5FAV",
  username: "Somebody",
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
    badges: fc.nat(),
    flags: fc.nat(),
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
  test("does nothing where nothing is asked for, or there", () => {
    for (const edit of [{}, { status: {} }, { profile: {} }, { remove: [] }, { remove: ["Pronouns"] }])
      expect(planEdit(fresh, edit as UserEdit, around)).toEqual(nothing);
  });

  test("badges are told as they are shown, with the one for early users", () => {
    const early = { config: configWith({ users: { early_adopter_cutoff: Number.MAX_SAFE_INTEGER } }) };
    const { changes, data } = planEdit(fresh, { badges: 1 }, early);
    expect({ changes, data }).toEqual({ changes: { badges: 1 }, data: { badges: 257 } });
  });

  test("what holds of every edit", () => {
    const property = fc.property(edits, edits, text, (first, second, avatar) => {
      const before = { ...fresh, avatar: avatar ?? null, ...planEdit(fresh, first, around).changes };
      const { changes, data, clear, invisible } = planEdit(before, second, around);
      const after = { ...before, ...changes };
      expect(Object.values(data.status ?? {})).not.toContain("Invisible");
      expect(invisible).toBe(
        before.status_presence === after.status_presence ||
          ![before.status_presence, after.status_presence].includes("Invisible")
          ? undefined
          : after.status_presence === "Invisible",
      );
      // What is told agrees with what is kept.
      for (const key of ["display_name", "pronouns", "badges", "flags"] as const)
        if (key in data) expect(data[key] ?? null).toBe(after[key]);
      if (data.status) expect(data.status.text ?? null).toBe(after.status_text);
      if (clear.includes("DisplayName")) expect(after.display_name).toBeNull();
      if (clear.includes("StatusText")) expect(after.status_text).toBeNull();
      if (clear.includes("Avatar")) expect([before.avatar === null, after.avatar]).toEqual([false, null]);
      expect(new Set(clear).size).toBe(clear.length);
      // Removing twice removes nothing more.
      if (second.remove) expect(planEdit(after, { remove: clear }, around)).toEqual(nothing);
    });
    fc.assert(property, { numRuns: 500 });
  });
});
