import Type from "typebox";
import { route } from "../../../declare/route.ts";
import { model } from "../../../protocol/schema.ts";
import { findUser } from "../store/users.ts";

export const helloRoute = route({
  id: "hello_hello",
  method: "GET",
  path: "/onboard/hello",
  summary: "Whether the account still has to choose a username.",
  auth: "session",
  limit: { bucket: "any" },
  reply: model("DataHello", "Whether onboarding is left to do.", { onboarding: Type.Boolean() }),
  errors: [],
  async handle({ caller, db }) {
    return { onboarding: (await findUser(db, caller.userId)) === undefined };
  },
});
