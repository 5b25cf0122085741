/** What other domains and the command line may use of sign-ins with providers. */
export { changeStanding, grantToUser } from "./actions/apply-grants.ts";
export { type ConfiguredProvider, oidcProviders } from "./resources.ts";
