import { describe, expect, test } from "bun:test";
import type { ChannelRow } from "../tables.ts";
import { conversationViews } from "./views.ts";

const row: ChannelRow = {
  id: "01D",
  kind: "DirectMessage",
  pair: "01A 01B",
  active: 1,
  last_message_id: null,
  greatest_message_id: null,
  server_id: null,
  name: null,
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

describe("views of conversations", () => {
  test("are built from one row for each recipient", () => {
    const saved: typeof row = { ...row, id: "01N", kind: "SavedMessages" };
    const closed: typeof row = { ...row, id: "01C", active: 0, last_message_id: "01M" };
    const views = conversationViews([
      { ...row, user_id: "01B" },
      { ...row, user_id: "01A" },
      { ...saved, user_id: "01A" },
      { ...closed, user_id: "01A" },
      { ...closed, user_id: "01C" },
    ]);
    expect(views).toEqual([
      { channel_type: "DirectMessage", _id: "01D", active: true, recipients: ["01B", "01A"] },
      { channel_type: "SavedMessages", _id: "01N", user: "01A" },
      {
        channel_type: "DirectMessage",
        _id: "01C",
        active: false,
        recipients: ["01A", "01C"],
        last_message_id: "01M",
      },
    ]);
    expect(Object.keys(views[0] ?? {})).not.toContain("last_message_id");
  });

  test("leave out the fields of a group that are not set", () => {
    const bare: typeof row = { ...row, id: "01G", kind: "Group", pair: null, name: "Us", owner_id: "01A" };
    const full: typeof row = {
      ...bare,
      id: "01F",
      description: "",
      icon: JSON.stringify({ _id: "icon" }),
      nsfw: 1,
      permissions: 0,
      last_message_id: "01M",
    };
    const [first, second] = conversationViews([
      { ...bare, user_id: "01B" },
      { ...bare, user_id: "01A" },
      { ...full, user_id: "01A" },
    ]);
    const group = { channel_type: "Group", name: "Us", owner: "01A" };
    expect<unknown>(first).toEqual({ ...group, _id: "01G", recipients: ["01B", "01A"] });
    expect(Object.keys(first ?? {})).toHaveLength(5);
    expect<unknown>(second).toEqual({
      ...group,
      _id: "01F",
      recipients: ["01A"],
      description: "",
      icon: { _id: "icon" },
      nsfw: true,
      permissions: 0,
      last_message_id: "01M",
    });
  });

  test("are empty for no rows", () => {
    expect(conversationViews([])).toEqual([]);
  });
});
