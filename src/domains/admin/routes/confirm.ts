import { route } from "../../../declare/route.ts";
import { confirmOperator } from "../actions/confirm-operator.ts";
import { AdminConfirmation } from "../model.ts";

export const confirmRoute = route({
  id: "admin_confirm",
  method: "POST",
  path: "/admin/confirm",
  summary:
    "Let the session of a privileged user use the admin API for 15 minutes, by a ticket of the second factor.",
  auth: "session",
  limit: { bucket: "admin" },
  ticket: true,
  reply: AdminConfirmation,
  errors: ["NotPrivileged", "SecondFactorRequired"],
  handle: ({ caller, tx }) => confirmOperator(tx, caller),
});
