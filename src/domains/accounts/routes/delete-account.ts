import { route } from "../../../declare/route.ts";
import { NoContent } from "../../../protocol/schema.ts";
import { requestDeletion } from "../actions/close-account.ts";
import { AllSessionsDeleted } from "../events.ts";

export const deleteAccountRoute = route({
  id: "delete_account_delete_account",
  method: "POST",
  path: "/auth/account/delete",
  summary:
    "Request the deletion of the account. With mail configured, it must be confirmed with the code from the mail.",
  auth: "session",
  ticket: true,
  limit: { bucket: "auth" },
  reply: NoContent,
  errors: [],
  emits: [AllSessionsDeleted],
  handle: ({ caller, tx }) => requestDeletion(tx, caller.userId),
});
