import { route } from "../../../declare/route.ts";
import { MemberJoined, ServerJoined } from "../../servers/index.ts";
import { UserUpdated } from "../../users/index.ts";
import { completeSetup } from "../actions/complete-setup.ts";
import { SetupCompletion, SetupHeaders, SetupResult } from "../model.ts";

export const completeSetupRoute = route({
  id: "setup_complete",
  method: "POST",
  path: "/auth/setup/complete",
  summary: "Make the operator and the community, and store the keys. Uses the one-time link up.",
  auth: "none",
  limit: { bucket: "setup" },
  headers: SetupHeaders,
  body: SetupCompletion,
  reply: SetupResult,
  errors: [
    "NotFound",
    "IncorrectData",
    "DisallowedContactSupport",
    "ShortPassword",
    "CompromisedPassword",
    "InvalidUsername",
    "UsernameTaken",
    "InvalidToken",
    "InvalidProperty",
    "OperationFailed",
  ],
  emits: [UserUpdated, MemberJoined, ServerJoined],
  handleInSteps: ({ body, headers, ...steps }) => completeSetup(steps, body, headers),
});
