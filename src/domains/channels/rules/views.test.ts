import { describe, expect, test } from "bun:test";
import type { ChannelRow } from "../tables.ts";
import { directViews } from "./views.ts";

const row: ChannelRow = {
  id: "01D",
  kind: "DirectMessage",
  pair: "01A 01B",
  active: 1,
  last_message_id: null,
};

describe("conversations as clients see them", () => {
  test("are put together from a row for each of their people", () => {
    const notes: ChannelRow = { ...row, id: "01N", kind: "SavedMessages", pair: "01A" };
    const closed: ChannelRow = { ...row, id: "01C", active: 0, last_message_id: "01M" };
    const views = directViews([
      { ...row, user_id: "01B" },
      { ...row, user_id: "01A" },
      { ...notes, user_id: "01A" },
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

  test("are none where there are none", () => {
    expect(directViews([])).toEqual([]);
  });
});
