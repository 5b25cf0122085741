import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { File } from "../../../protocol/file.ts";
import { roleView } from "../../members/index.ts";
import { planRoleEdit, type ResolvedRoleEdit } from "./role-edit.ts";

const fileOf = (_id: string): File => ({
  _id,
  tag: "icons",
  filename: "icon.png",
  metadata: { type: "File" },
  content_type: "image/png",
  size: 1,
});
const [old, fresh] = [fileOf("old"), fileOf("fresh")];
const plain = {
  id: "r",
  server_id: "s",
  name: "N",
  allow: 2 ** 40,
  deny: 1,
  colour: null,
  hoist: 0,
  rank: 3,
  icon: null,
  owner_id: null,
};
const decorated = { ...plain, colour: "red", hoist: 1, icon: JSON.stringify(old) };
const nothing = { changes: {}, data: {}, clear: [], before: {} };

describe("planning an edit of a role", () => {
  test("does nothing without fields, or with unchanged ones", () => {
    for (const edit of [
      {},
      { remove: [] },
      { remove: ["Colour", "Icon"] as const },
      { name: "N", hoist: false },
    ])
      expect(planRoleEdit(plain, edit as ResolvedRoleEdit)).toEqual(nothing);
    expect(planRoleEdit(decorated, { name: "N", colour: "red", hoist: true })).toEqual(nothing);
    expect(planRoleEdit(decorated, { colour: "red", remove: ["Colour"] })).toEqual(nothing);
  });

  test("sets changed fields, and keeps their previous values", () => {
    expect(planRoleEdit(plain, { name: "M", colour: "#fff", hoist: true, icon: fresh })).toEqual({
      changes: { name: "M", colour: "#fff", hoist: 1, icon: JSON.stringify(fresh) },
      data: { name: "M", colour: "#fff", hoist: true, icon: fresh },
      clear: [],
      before: { name: "N", hoist: false },
    });
    expect(planRoleEdit(decorated, { name: "N", colour: "blue", hoist: false, icon: fresh })).toEqual({
      changes: { colour: "blue", hoist: 0, icon: JSON.stringify(fresh) },
      data: { colour: "blue", hoist: false, icon: fresh },
      clear: [],
      before: { colour: "red", hoist: true, icon: old },
    });
  });

  test("empties fields that are set, once", () => {
    expect(planRoleEdit(decorated, { remove: ["Icon", "Colour", "Icon"] })).toEqual({
      changes: { colour: null, icon: null },
      data: {},
      clear: ["Icon", "Colour"],
      before: { colour: "red", icon: old },
    });
  });

  test("a field that is emptied and set at once is set", () => {
    expect(planRoleEdit(decorated, { colour: "blue", icon: fresh, remove: ["Colour", "Icon"] })).toEqual({
      changes: { colour: "blue", icon: JSON.stringify(fresh) },
      data: { colour: "blue", icon: fresh },
      clear: [],
      before: { colour: "red", icon: old },
    });
  });

  test("the shown data agrees with the stored columns for every edit", () => {
    const edits = fc.record<ResolvedRoleEdit>(
      {
        name: fc.constantFrom("N", "M"),
        colour: fc.constantFrom("red", "blue"),
        hoist: fc.boolean(),
        icon: fc.constantFrom(old, fresh),
        remove: fc.array(fc.constantFrom("Colour", "Icon")),
      },
      { requiredKeys: [] },
    );
    const property = fc.property(fc.constantFrom(plain, decorated), edits, (role, edit) => {
      const { changes, data, clear } = planRoleEdit(role, edit);
      const after = roleView({ ...role, ...changes });
      // A client that knew the role, and learned of the edit.
      const known = { hoist: false, ...roleView(role) };
      if (clear.includes("Colour")) delete known.colour;
      if (clear.includes("Icon")) delete known.icon;
      expect<object>({ ...known, ...data }).toEqual({ hoist: false, ...after });
    });
    fc.assert(property, { numRuns: 300 });
  });
});
