import { describe, expect, test } from "bun:test";
import type { File } from "../../../protocol/file.ts";
import type { ChannelRow } from "../tables.ts";
import { isEmptyEdit, planChannelEdit } from "./channel-edit.ts";

const icon = { _id: "icon" } as File;
const plain: ChannelRow = {
  id: "c",
  kind: "TextChannel",
  pair: null,
  active: 1,
  last_message_id: null,
  greatest_message_id: null,
  server_id: "s",
  name: "General",
  description: null,
  icon: null,
  nsfw: 0,
  default_allow: null,
  default_deny: null,
  voice: null,
  slowmode: null,
  owner_id: null,
  permissions: null,
};
const full: ChannelRow = {
  ...plain,
  description: "About",
  icon: JSON.stringify(icon),
  default_allow: 1,
  default_deny: 2,
  nsfw: 1,
  voice: JSON.stringify({ max_users: 3 }),
  slowmode: 5,
};
const everything = ["Description", "Icon", "DefaultPermissions", "Voice", "Slowmode"] as const;

describe("an edit of a channel", () => {
  test("is empty if it changes no field", () => {
    for (const edit of [{}, { archived: true }, { remove: [] }]) expect(isEmptyEdit(edit)).toBe(true);
    for (const edit of [{ name: "a" }, { nsfw: false }, { owner: "u" }, { remove: ["Icon" as const] }])
      expect(isEmptyEdit(edit)).toBe(false);
  });

  test("sets the given fields", () => {
    const edit = { name: "New", description: "", nsfw: true, voice: {}, slowmode: 0 };
    expect(planChannelEdit(plain, edit, icon)).toEqual({
      changes: {
        name: "New",
        description: "",
        icon: JSON.stringify(icon),
        nsfw: 1,
        voice: "{}",
        slowmode: 0,
      },
      data: { ...edit, icon },
      clear: [],
      before: { name: "General", nsfw: false },
    });
  });

  test("removes fields that are set, each once", () => {
    expect(planChannelEdit(full, { remove: [...everything, ...everything] }, undefined)).toEqual({
      changes: {
        description: null,
        icon: null,
        default_allow: null,
        default_deny: null,
        voice: null,
        slowmode: null,
      },
      data: {},
      clear: [...everything],
      before: {
        description: "About",
        icon,
        default_permissions: { a: 1, d: 2 },
        voice: { max_users: 3 },
        slowmode: 5,
      },
    });
  });

  test("changes nothing if the removed fields are not set", () => {
    expect(planChannelEdit(plain, { remove: [...everything] }, undefined)).toEqual({
      changes: {},
      data: {},
      clear: [],
      before: {},
    });
  });

  test("leaves out fields that have the value already", () => {
    const same = { name: "General", description: "About", nsfw: true, voice: { max_users: 3 }, slowmode: 5 };
    expect(planChannelEdit(full, same, undefined).changes).toEqual({});
    expect(planChannelEdit(plain, { nsfw: false }, undefined).changes).toEqual({});
    expect(planChannelEdit(full, { ...same, slowmode: 6 }, undefined).data).toEqual({ slowmode: 6 });
  });

  test("sets a field that is set and removed at once", () => {
    const edit = { description: "New", remove: ["Description" as const] };
    expect(planChannelEdit(full, edit, undefined)).toEqual({
      changes: { description: "New" },
      data: { description: "New" },
      clear: [],
      before: { description: "About" },
    });
    expect(planChannelEdit(full, { ...edit, description: "About" }, undefined).changes).toEqual({});
  });

  test("reports that nsfw became false", () => {
    expect(planChannelEdit(full, { nsfw: false }, undefined)).toEqual({
      changes: { nsfw: 0 },
      data: { nsfw: false },
      clear: [],
      before: { nsfw: true },
    });
  });
});
