import { route } from "../../../declare/route.ts";
import { NoContent } from "../../../protocol/schema.ts";
import { AllSessionsDeleted } from "../../accounts/index.ts";
import { UserWiped, userFlags, wipeUser } from "../../users/index.ts";
import { assertOther, requireUser } from "../actions/require-user.ts";
import { AdminWipe } from "../model.ts";

export const wipeUserRoute = route({
  id: "admin_wipe_user",
  method: "POST",
  path: "/admin/users/:target/wipe",
  summary:
    "Remove a user: the account is disabled, and their relations, memberships, messages and own servers go.",
  auth: "operator",
  limit: { bucket: "admin" },
  records: "users wipe",
  deletes: "user",
  body: AdminWipe,
  reply: NoContent,
  errors: ["NotFound", "InvalidOperation"],
  emits: [AllSessionsDeleted, UserWiped],
  async handle({ params, body, caller, tx, fail }) {
    assertOther(tx, params.target, caller);
    await wipeUser(tx, await requireUser(tx, params.target, fail), userFlags[body.reason]);
  },
});
