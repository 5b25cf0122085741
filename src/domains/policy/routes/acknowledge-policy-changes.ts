import { route } from "../../../declare/route.ts";
import { NoContent } from "../../../protocol/schema.ts";
import { acknowledgePolicies } from "../../users/index.ts";
import { findNewestPolicyChange } from "../store.ts";

export const acknowledgePolicyChangesRoute = route({
  id: "acknowledge_policy_changes_acknowledge_policy_changes",
  method: "POST",
  path: "/policy/acknowledge",
  summary: "Say that one has seen all changes to the rules.",
  auth: "user",
  limit: { bucket: "any" },
  reply: NoContent,
  errors: [],
  async handle({ caller, tx }) {
    const newest = await findNewestPolicyChange(tx);
    if (newest) await acknowledgePolicies(tx, caller.userId, newest.created_at);
  },
});
