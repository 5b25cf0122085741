import { route } from "../../../declare/route.ts";
import { NoContent } from "../../../protocol/schema.ts";
import { scheduleDeletion } from "../actions/close-account.ts";
import { mailDeletion } from "../actions/mail-codes.ts";
import { AllSessionsDeleted } from "../events.ts";
import { ownAccount } from "../store/accounts.ts";

export const deleteAccountRoute = route({
  id: "delete_account_delete_account",
  method: "POST",
  path: "/auth/account/delete",
  summary:
    "Ask for the account to be deleted. With mail configured it must be confirmed by the code in the mail.",
  auth: "session",
  ticket: true,
  limit: { bucket: "auth" },
  reply: NoContent,
  errors: [],
  emits: [AllSessionsDeleted],
  async handle({ caller, tx, services }) {
    if (services.mail) await mailDeletion(tx, await ownAccount(tx, caller));
    else await scheduleDeletion(tx, caller.userId);
  },
});
