import { route } from "../../../declare/route.ts";
import { AllSessionsDeleted } from "../../accounts/index.ts";
import { resetAnyPassword } from "../actions/reset-any-password.ts";
import { AdminPassword } from "../model.ts";

export const resetAnyPasswordRoute = route({
  id: "admin_reset_password",
  method: "POST",
  path: "/admin/users/:target/reset-password",
  summary:
    "Give a user a new password, which is shown only here, and end all sessions. The second factor stays.",
  auth: "operator",
  limit: { bucket: "admin" },
  records: "accounts reset-password",
  reply: AdminPassword,
  errors: ["NotFound", "InvalidOperation"],
  emits: [AllSessionsDeleted],
  handleInSteps: ({ params, caller, ...steps }) => resetAnyPassword(steps, params.target, caller),
});
