import Type, { type Static } from "typebox";
import { boundedBy, input, maxBodyLength, maxIds, named } from "../../protocol/schema.ts";

/**
 * Any text that is short enough for an index. The default pattern of the schema library for keys does not match line
 * breaks, and it would leave the values of such keys unchecked.
 */
const Key = Type.String({ pattern: "^[\\s\\S]{0,512}$" });

export const UserSettings = named(
  "UserSettings",
  Type.Record(Key, Type.Tuple([Type.Integer(), Type.String()]), {
    ...boundedBy("sync.max_settings"),
    description: "By name: when it was written, in milliseconds since 1970, and what.",
  }),
);
export type UserSettings = Static<typeof UserSettings>;

/**
 * As many as `sync.max_settings` can allow: to look at all that a body has room for would take too long. The limits in
 * force, also that of `sync.max_bytes`, are usually lower and have another error.
 */
export const NewSettings = Type.Record(Key, Type.String({ maxLength: maxBodyLength }), {
  maxProperties: 5_000,
  description: "Values by name; a name has up to 512 characters.",
  additionalProperties: false,
});

export const FetchSettingsBody = input("OptionsFetchSettings", "Which settings.", {
  keys: Type.Array(Type.String({ maxLength: 512 }), {
    maxItems: maxIds,
    description: "Names; none for all there are.",
  }),
});
