import { describe, expect, test } from "bun:test";
import type { File } from "../../../declare/file.ts";
import type { TextChannel } from "../model.ts";
import { isEmptyEdit, planChannelEdit } from "./channel-edit.ts";

const icon = { _id: "icon" } as File;
const plain: TextChannel = { channel_type: "TextChannel", _id: "c", server: "s", name: "General" };
const full: TextChannel = {
  ...plain,
  description: "About",
  icon,
  default_permissions: { a: 1, d: 2 },
  nsfw: true,
  voice: { max_users: 3 },
  slowmode: 5,
};
const everything = ["Description", "Icon", "DefaultPermissions", "Voice", "Slowmode"] as const;

describe("an edit of a channel", () => {
  test("is empty if it names nothing that can be edited", () => {
    for (const edit of [{}, { archived: true }, { remove: [] }]) expect(isEmptyEdit(edit)).toBe(true);
    for (const edit of [{ name: "a" }, { nsfw: false }, { owner: "u" }, { remove: ["Icon" as const] }])
      expect(isEmptyEdit(edit)).toBe(false);
  });

  test("sets what is given", () => {
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

  test("removes what is there, once", () => {
    const { name: _name, nsfw: _nsfw, channel_type: _type, _id, server: _server, ...before } = full;
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
      before,
    });
  });

  test("does nothing where nothing is to be removed", () => {
    expect(planChannelEdit(plain, { remove: [...everything] }, undefined)).toEqual({
      changes: {},
      data: {},
      clear: [],
      before: {},
    });
  });

  test("leaves out what is like that already", () => {
    const { name, description, voice, slowmode } = full;
    const same = { name, description: description ?? "", nsfw: true, voice: { ...voice }, slowmode: 5 };
    expect(planChannelEdit(full, { ...same, slowmode: slowmode ?? 0 }, undefined).changes).toEqual({});
    expect(planChannelEdit(plain, { nsfw: false }, undefined).changes).toEqual({});
    expect(planChannelEdit(full, { ...same, slowmode: 6 }, undefined).data).toEqual({ slowmode: 6 });
  });

  test("sets what is set and removed at once", () => {
    const edit = { description: "New", remove: ["Description" as const] };
    expect(planChannelEdit(full, edit, undefined)).toEqual({
      changes: { description: "New" },
      data: { description: "New" },
      clear: [],
      before: { description: "About" },
    });
    expect(planChannelEdit(full, { ...edit, description: "About" }, undefined).changes).toEqual({});
  });

  test("tells that a mark is gone", () => {
    expect(planChannelEdit(full, { nsfw: false }, undefined)).toEqual({
      changes: { nsfw: 0 },
      data: { nsfw: false },
      clear: [],
      before: { nsfw: true },
    });
  });
});
