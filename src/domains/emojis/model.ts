import Type, { type Static } from "typebox";
import { input } from "../../protocol/schema.ts";
import { Emoji } from "../members/index.ts";

const Name = Type.String({
  minLength: 1,
  maxLength: 32,
  pattern: "^[a-z0-9_]+$",
  description: "Lower-case letters, digits and underscores.",
});

export const EmojiDraft = input("DataCreateEmoji", "The new emoji.", {
  name: Name,
  parent: Emoji.properties.parent,
  nsfw: Type.Optional(Type.Boolean()),
});
export type EmojiDraft = Static<typeof EmojiDraft>;

export const EmojiEdit = input("DataEditEmoji", "The fields to change.", { name: Type.Optional(Name) });
