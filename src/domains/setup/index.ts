/** What the program may use of the setup. */
export { createSetupLink } from "./actions/setup-link.ts";
export { restart } from "./resources.ts";
