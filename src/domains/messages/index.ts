/** What other domains and the interpreters may use of messages. */
export { SlowmodesTold } from "./events.ts";
export { type Slowmode, slowmodeViews } from "./rules/slowmode-views.ts";
export { listWaits } from "./store/slowmodes.ts";
