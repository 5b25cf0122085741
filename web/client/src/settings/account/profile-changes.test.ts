import { expect, test } from "bun:test";
import { textChanges } from "./profile-changes.ts";

test("only what was changed is sent", () => {
  expect(textChanges({})).toEqual({ fields: {}, remove: [] });
  expect(textChanges({ displayName: " Ann ", bio: "Hello" })).toEqual({
    fields: { display_name: "Ann", profile: { content: "Hello" } },
    remove: [],
  });
  expect(textChanges({ statusText: "Away", pronouns: "she/her" }).fields).toEqual({
    status: { text: "Away" },
    pronouns: "she/her",
  });
});

test("what was emptied is removed", () => {
  expect(textChanges({ displayName: "", pronouns: " ", statusText: "", bio: "" })).toEqual({
    fields: {},
    remove: ["DisplayName", "Pronouns", "StatusText", "ProfileContent"],
  });
});
