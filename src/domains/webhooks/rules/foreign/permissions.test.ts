import { expect, test } from "bun:test";
import { permission } from "../../../../permissions/bits.ts";
import { withinPermissions } from "./permissions.ts";
import type { Translation } from "./translation.ts";

const translation = { content: "@everyone", name: "CI", avatar: "https://example.org/a.png" } as Translation;

test("a message keeps its name and its mentions only with the permissions for them", () => {
  const { Masquerade, MentionEveryone } = permission;
  const all = { permissions: Masquerade, held: Masquerade + MentionEveryone };
  expect(withinPermissions(translation, all)).toEqual(translation);
  const plain = withinPermissions(translation, { ...all, held: 0 });
  expect(plain).toMatchObject({ name: "", avatar: undefined, content: "\\@everyone" });
  expect(withinPermissions(translation, { ...all, permissions: 0 })).toMatchObject({ name: "" });
});
