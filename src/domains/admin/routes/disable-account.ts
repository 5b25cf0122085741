import { route } from "../../../declare/route.ts";
import { NoContent } from "../../../protocol/schema.ts";
import { AllSessionsDeleted, disableAccount } from "../../accounts/index.ts";
import { assertOther, requireAccountOf } from "../actions/require-user.ts";

export const disableAnyAccountRoute = route({
  id: "admin_disable_account",
  method: "POST",
  path: "/admin/users/:target/disable",
  summary: "Disable the account of a user, and end its sessions.",
  auth: "operator",
  limit: { bucket: "admin" },
  records: "accounts disable",
  reply: NoContent,
  errors: ["NotFound", "InvalidOperation"],
  emits: [AllSessionsDeleted],
  async handle({ params, caller, tx }) {
    assertOther(tx, params.target, caller);
    const { id } = await requireAccountOf(tx, params.target);
    await disableAccount(tx, id);
  },
});
