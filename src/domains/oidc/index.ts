/** What other domains and the command line may use of sign-ins with providers. */
export { grantToUser } from "./actions/apply-grants.ts";
export { ForeignIdentityProved, type GroupRole, GroupRolesDetermined } from "./hooks.ts";
export { type ConfiguredProvider, oidcProviders } from "./resources.ts";
