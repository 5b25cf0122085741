import Type from "typebox";
import { route } from "../../../declare/route.ts";
import { model } from "../../../protocol/schema.ts";
import { findUser } from "../store/users.ts";

export const fetchFlagsRoute = route({
  id: "fetch_user_flags_fetch_user_flags",
  method: "GET",
  path: "/users/:target/flags",
  summary: "Whether a user is suspended, deleted, banned or marked as spam. An unknown user has no flags.",
  auth: "none",
  limit: { bucket: "users" },
  reply: model("FlagResponse", "Flags of a user.", { flags: Type.Integer({ description: "Bit field." }) }),
  errors: [],
  async handle({ params, db }) {
    return { flags: (await findUser(db, params.target))?.flags ?? 0 };
  },
});
