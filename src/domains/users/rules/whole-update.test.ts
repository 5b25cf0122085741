import { expect, test } from "bun:test";
import type { User } from "../model.ts";
import { wholeUpdate } from "./whole-update.ts";

const bare: User = {
  _id: "01ARZ3NDEKTSV4RRFFQ69G5FAV",
  username: "Ann",
  discriminator: "0001",
  relationship: "Friend",
  online: false,
};

test("an update of a bare user clears all optional fields", () => {
  const { _id: id, relationship: _, ...fields } = bare;
  expect(wholeUpdate(bare)).toEqual({
    id,
    data: { ...fields, badges: 0, flags: 0, privileged: false },
    clear: ["Avatar", "StatusText", "StatusPresence", "DisplayName", "Pronouns"],
    event_id: null,
  });
});

test("an update contains the set fields and does not clear them", () => {
  const set = {
    display_name: "Anne",
    pronouns: "she",
    badges: 3,
    flags: 1,
    privileged: true,
    status: { text: "here" },
    online: true,
  };
  const { data, clear } = wholeUpdate({ ...bare, ...set });
  expect(data).toEqual({ username: "Ann", discriminator: "0001", ...set });
  expect(clear).toEqual(["Avatar", "StatusPresence"]);
});
