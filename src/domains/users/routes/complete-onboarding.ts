import Type from "typebox";
import { Check } from "typebox/value";
import { route } from "../../../declare/route.ts";
import { invalid } from "../../../protocol/error.ts";
import { input } from "../../../protocol/schema.ts";
import { createUser } from "../actions/create-user.ts";
import { User, Username } from "../model.ts";
import { selfView } from "../rules/views.ts";
import { findUser } from "../store/users.ts";

export const completeOnboardingRoute = route({
  id: "complete_complete",
  method: "POST",
  path: "/onboard/complete",
  summary: "Choose a username, and become a user.",
  auth: "session",
  limit: { bucket: "any" },
  body: input("DataOnboard", "The name.", { username: Type.String() }),
  reply: User,
  errors: ["AlreadyOnboarded", "InvalidUsername", "UsernameTaken"],
  async handle({ body, caller, tx, services, fail }) {
    // Before the form of the name: somebody who has a user is told so whatever they send.
    if (await findUser(tx, caller.userId)) throw fail("AlreadyOnboarded");
    if (!Check(Username, body.username)) throw invalid("username: 2 to 32 letters, digits, _ . or -");
    const user = await createUser(tx, { id: caller.userId, username: body.username });
    return selfView(user, [], services);
  },
});
