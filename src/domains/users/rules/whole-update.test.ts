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

test("of somebody who has filled in nothing, everything else is forgotten", () => {
  const { _id: id, relationship: _, ...known } = bare;
  expect(wholeUpdate(bare)).toEqual({
    id,
    data: { ...known, badges: 0, flags: 0, privileged: false },
    clear: ["Avatar", "StatusText", "StatusPresence", "DisplayName", "Pronouns"],
    event_id: null,
  });
});

test("what is set is told, and not forgotten", () => {
  const shown = {
    display_name: "Anne",
    pronouns: "she",
    badges: 3,
    flags: 1,
    privileged: true,
    status: { text: "here" },
    online: true,
  };
  const { data, clear } = wholeUpdate({ ...bare, ...shown });
  expect(data).toEqual({ username: "Ann", discriminator: "0001", ...shown });
  expect(clear).toEqual(["Avatar", "StatusPresence"]);
});
