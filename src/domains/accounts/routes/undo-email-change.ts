import { route } from "../../../declare/route.ts";
import { input, NoContent, Token } from "../../../protocol/schema.ts";
import { claimOfEmailUndo } from "../actions/claimed-account.ts";
import { undoEmailChange } from "../actions/undo-email-change.ts";
import { AllSessionsDeleted } from "../events.ts";
import { Password } from "../model.ts";

export const undoEmailChangeRoute = route({
  id: "undo_email_change",
  method: "POST",
  path: "/auth/account/change/email/undo",
  summary:
    "Give the account its address back, with the code that was mailed there when it was changed, and a new password. Ends all sessions.",
  auth: "none",
  limit: { bucket: "auth" },
  body: input("DataUndoEmailChange", "The code and the new password.", { token: Token, password: Password }),
  reply: NoContent,
  errors: ["InvalidToken", "ShortPassword", "CompromisedPassword", "OperationFailed"],
  claimsAccount: ({ body, db }) => claimOfEmailUndo(db, body.token),
  emits: [AllSessionsDeleted],
  handleInSteps: ({ body, ...steps }) => undoEmailChange(steps, body),
});
