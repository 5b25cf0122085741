/** What the program may use of the setup. */
export { createSetupCode, describeTunnel, setupPages } from "./actions/setup-link.ts";
export { restart } from "./resources.ts";
