import { route } from "../../../declare/route.ts";
import { NoContent } from "../../../protocol/schema.ts";
import { acknowledgePolicyChanges } from "../actions/acknowledge-policy-changes.ts";

export const acknowledgePolicyChangesRoute = route({
  id: "acknowledge_policy_changes_acknowledge_policy_changes",
  method: "POST",
  path: "/policy/acknowledge",
  summary: "Acknowledge all policy changes.",
  auth: "user",
  limit: { bucket: "any" },
  reply: NoContent,
  errors: [],
  handle: ({ caller, tx }) => acknowledgePolicyChanges(tx, caller.userId),
});
