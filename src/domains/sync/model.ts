import Type, { type Static } from "typebox";
import { input, named } from "../../protocol/schema.ts";

/**
 * Any text that is short enough for an index. The default pattern of the schema library for keys does not match line
 * breaks, and it would leave the values of such keys unchecked.
 */
const Key = Type.String({ pattern: "^[\\s\\S]{0,512}$" });

export const UserSettings = named(
  "UserSettings",
  Type.Record(Key, Type.Tuple([Type.Integer(), Type.String()]), {
    description: "By name: when it was written, in milliseconds since 1970, and what.",
  }),
);
export type UserSettings = Static<typeof UserSettings>;

export const NewSettings = Type.Record(Key, Type.String(), {
  description: "Values by name; a name has up to 512 characters.",
  additionalProperties: false,
});

export const FetchSettingsBody = input("OptionsFetchSettings", "Which settings.", {
  keys: Type.Array(Type.String(), { description: "Names; none for all there are." }),
});
