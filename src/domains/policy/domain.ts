import type { Domain } from "../../declare/domain.ts";
import { policyCommands } from "./commands/policy.ts";
import { acknowledgePolicyChanges } from "./routes/acknowledge-policy-changes.ts";

export const policy: Domain = {
  name: "policy",
  routes: [acknowledgePolicyChanges],
  commands: policyCommands,
};
