import Type from "typebox";
import { route } from "../../../declare/route.ts";
import { enforcedLater, input } from "../../../protocol/schema.ts";
import { completeOnboarding } from "../actions/create-user.ts";
import { User, usernameForm } from "../model.ts";

export const completeOnboardingRoute = route({
  id: "complete_complete",
  method: "POST",
  path: "/onboard/complete",
  summary: "Choose a username, which creates the user.",
  auth: "session",
  limit: { bucket: "any" },
  // The rules on usernames, which come after AlreadyOnboarded, allow far fewer characters.
  body: input("DataOnboard", "The name.", {
    username: Type.String({ maxLength: 1_024, ...enforcedLater(usernameForm) }),
    answers: Type.Optional(
      Type.Array(Type.String({ maxLength: 500 }), {
        maxItems: 10,
        description:
          "Answers to `features.community.questions`, in their order; an empty text for one that is left out.",
      }),
    ),
  }),
  reply: User,
  errors: ["AlreadyOnboarded", "InvalidUsername", "UsernameTaken"],
  handle: ({ body, caller, tx }) =>
    completeOnboarding(tx, { id: caller.userId, username: body.username, answers: body.answers }),
});
