import { route } from "../../../declare/route.ts";
import { input, NoContent, Token } from "../../../protocol/schema.ts";
import { confirmDeletion } from "../actions/close-account.ts";
import { AllSessionsDeleted } from "../events.ts";

export const confirmDeletionRoute = route({
  id: "confirm_deletion_confirm_deletion",
  method: "PUT",
  path: "/auth/account/delete",
  summary:
    "Confirm a deletion with the code from the mail. The account is disabled immediately and deleted later.",
  auth: "none",
  limit: { bucket: "auth" },
  body: input("DataAccountDeletion", "The code.", { token: Token }),
  reply: NoContent,
  errors: ["InvalidToken"],
  emits: [AllSessionsDeleted],
  handle: ({ body, tx }) => confirmDeletion(tx, body.token),
});
