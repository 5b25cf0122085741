import type { Domain } from "../../declare/domain.ts";
import { policyCommands } from "./commands/policy.ts";
import { acknowledgePolicyChangesRoute } from "./routes/acknowledge-policy-changes.ts";

export const policy: Domain = {
  name: "policy",
  routes: [acknowledgePolicyChangesRoute],
  commands: policyCommands,
};
