import { describe, expect, test } from "bun:test";
import type { File } from "../../../protocol/file.ts";
import type { ServerRow } from "../../members/index.ts";
import { planServerEdit, sortIntoCategories } from "./server-edit.ts";

const file = (id: string): File => ({
  _id: id,
  tag: "icons",
  filename: "icon.png",
  metadata: { type: "File" },
  content_type: "image/png",
  size: 1,
});

const row: ServerRow = {
  id: "01S",
  owner_id: "01O",
  name: "Place",
  description: "Here",
  categories: null,
  system_messages: null,
  default_permissions: 0,
  icon: JSON.stringify(file("old")),
  banner: null,
  flags: 0,
  nsfw: 0,
  analytics: 0,
  discoverable: 1,
  revision: "",
};

describe("an edit of a server", () => {
  test("has the changes as columns and in the form of clients", () => {
    const edit = { name: "There", analytics: true, discoverable: false, owner: "01P", flags: 2 };
    expect(planServerEdit(row, edit)).toEqual({
      changes: { name: "There", analytics: 1, discoverable: 0, owner_id: "01P", flags: 2 },
      data: { name: "There", analytics: true, discoverable: false, owner: "01P", flags: 2 },
      clear: [],
      before: { name: "Place", analytics: false, discoverable: true, owner: "01O", flags: 0 },
    });
  });

  test("leaves out unchanged fields", () => {
    const same = { name: "Place", description: "Here", analytics: false, discoverable: true, owner: "01O" };
    const nothing = { changes: {}, data: {}, clear: [], before: {} };
    expect(planServerEdit(row, { ...same, remove: ["Banner", "Categories"] })).toEqual(nothing);
    expect(planServerEdit({ ...row, system_messages: "{}" }, { system_messages: {} })).toEqual(nothing);
  });

  test("empties fields that are set, each once", () => {
    const remove = ["Icon", "Description", "Icon", "SystemMessages"] as const;
    expect(planServerEdit(row, { remove: [...remove] })).toEqual({
      changes: { icon: null, description: null },
      data: {},
      clear: ["Icon", "Description"],
      before: { icon: file("old"), description: "Here" },
    });
  });

  test("sets fields that it empties as well", () => {
    const edit = { icon: file("new"), description: "Here", remove: ["Icon", "Description"] as const };
    expect(planServerEdit(row, { ...edit, remove: [...edit.remove] })).toEqual({
      changes: { icon: JSON.stringify(file("new")) },
      data: { icon: file("new") },
      clear: [],
      before: { icon: file("old") },
    });
  });

  test("distinguishes an empty list and an empty text from null", () => {
    const { changes, data } = planServerEdit(row, { categories: [], description: "" });
    expect(changes).toEqual({ categories: "[]", description: "" });
    expect(data).toEqual({ categories: [], description: "" });
  });
});

describe("categories", () => {
  const category = (id: string, ...channels: string[]) => ({ id, title: id, channels });

  test("lose channels of other servers, and keep their order", () => {
    const sorted = sortIntoCategories([category("a", "2", "x", "1"), category("b", "y")], ["1", "2", "3"]);
    expect(sorted).toEqual([category("a", "2", "1"), category("b")]);
  });

  test("hold each channel once over all categories, of the server or not", () => {
    expect(sortIntoCategories([category("a", "1", "1")], ["1"])).toBeUndefined();
    expect(sortIntoCategories([category("a", "1"), category("b", "1")], ["1"])).toBeUndefined();
    expect(sortIntoCategories([category("a", "x", "x")], ["1"])).toBeUndefined();
    expect(sortIntoCategories([category("a"), category("a")], [])).toHaveLength(2);
  });
});
