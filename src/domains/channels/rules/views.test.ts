import { describe, expect, test } from "bun:test";
import { type DirectRow, directViews } from "./views.ts";

const row: Omit<DirectRow, "user_id"> = {
  id: "01D",
  kind: "DirectMessage",
  active: 1,
  last_message_id: null,
};

describe("conversations as clients see them", () => {
  test("are put together from a row for each of their people", () => {
    const notes: typeof row = { ...row, id: "01N", kind: "SavedMessages" };
    const closed: typeof row = { ...row, id: "01C", active: 0, last_message_id: "01M" };
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
