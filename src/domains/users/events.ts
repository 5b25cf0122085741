import Type from "typebox";
import { event, topic } from "../../declare/event.ts";
import { Id } from "../../declare/schema.ts";
import { User } from "./model.ts";

const ClearedField = Type.Enum([
  "Avatar",
  "StatusText",
  "StatusPresence",
  "ProfileContent",
  "ProfileBackground",
  "DisplayName",
  "Pronouns",
  "Internal",
]);

export const UserUpdated = event({
  name: "UserUpdate",
  doc: "Fields of a user changed; `clear` lists the fields that were removed.",
  payload: Type.Object({
    id: Id,
    data: Type.Partial(Type.Omit(User, ["_id", "relationship"])),
    clear: Type.Array(ClearedField),
    event_id: Type.Null(),
  }),
  audience: ({ id }) => [topic.user(id)],
});
