import Type, { type Static } from "typebox";
import { enforcedLater, Id, input, maxIds } from "../../protocol/schema.ts";

/** How many other recipients a group may start with; more can be added later. */
export const maxInitialRecipients = 49;

export const NewGroup = input("DataCreateGroup", "A group, and who is to be in it.", {
  name: Type.String({ minLength: 1, maxLength: 32 }),
  description: Type.Optional(Type.String({ maxLength: 1024 })),
  icon: Type.Optional(Type.String({ minLength: 1, maxLength: 128, description: "The id of an upload." })),
  users: Type.Optional(
    Type.Array(Id, {
      maxItems: maxIds,
      ...enforcedLater({ maxItems: maxInitialRecipients }),
      description: "Friends; the same one twice counts once.",
    }),
  ),
  nsfw: Type.Optional(Type.Boolean()),
});
export type NewGroup = Static<typeof NewGroup>;
