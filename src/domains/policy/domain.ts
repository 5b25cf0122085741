import Type from "typebox";
import type { Domain } from "../../declare/domain.ts";
import { readyPart } from "../../declare/ready.ts";
import { policyCommands } from "./commands/policy.ts";
import { PolicyChange } from "./model.ts";
import { acknowledgePolicyChangesRoute } from "./routes/acknowledge-policy-changes.ts";
import { listPolicyChanges } from "./store.ts";

/** Bots get an empty list: their libraries read its length without a check whether it is there. */
const policyReady = readyPart({
  step: "policies",
  fields: {
    policy_changes: Type.Array(PolicyChange, {
      description: "Those not acknowledged yet; none for bots.",
    }),
  },
  load: (db, { userId, bot, selection }) =>
    selection.fields.has("policy_changes") && !bot ? listPolicyChanges(db, userId) : [],
  render: (policy_changes) => ({ policy_changes }),
});

/** Announcements of changed terms. */
export const policy: Domain = {
  name: "policy",
  routes: [acknowledgePolicyChangesRoute],
  ready: [policyReady],
  commands: policyCommands,
};
