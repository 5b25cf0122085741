/** What the command line may use of sign-ins with providers. */
export { oidcProviders } from "./resources.ts";
