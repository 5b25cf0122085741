import { route } from "../../../declare/route.ts";
import { NoContent } from "../../../protocol/schema.ts";
import { enableAccountOf } from "../actions/enable-account.ts";

export const enableAnyAccountRoute = route({
  id: "admin_enable_account",
  method: "POST",
  path: "/admin/users/:target/enable",
  summary: "Enable the account of a user again, call off its deletion and lift its lockouts.",
  auth: "operator",
  limit: { bucket: "admin" },
  records: "accounts enable",
  reply: NoContent,
  errors: ["NotFound", "InvalidOperation"],
  handle: ({ params, tx }) => enableAccountOf(tx, params.target),
});
