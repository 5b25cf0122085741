import { route } from "../../../declare/route.ts";
import { recoverAccount } from "../actions/recover-account.ts";
import { AdminRecovery, AdminRecoveryLink } from "../model.ts";

export const recoverAccountRoute = route({
  id: "admin_recover_account",
  method: "POST",
  path: "/admin/users/:target/recover",
  summary:
    "Make a link with which a user sets a new password, once and within a day. It ends all sessions and, if asked for, removes the second factor.",
  auth: "operator",
  limit: { bucket: "admin" },
  records: "accounts recover",
  body: AdminRecovery,
  reply: AdminRecoveryLink,
  errors: ["NotFound", "InvalidOperation"],
  handle: ({ params, body: recovery, caller, tx }) =>
    recoverAccount(tx, { target: params.target, recovery, caller }),
});
