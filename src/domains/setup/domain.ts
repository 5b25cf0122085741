import type { Domain } from "../../declare/domain.ts";
import { setupLinkCommand } from "./commands/setup-link.ts";
import { restart, setupTurns } from "./resources.ts";
import * as routes from "./routes/index.ts";

/** The setup page of the first start: its one-time link, its checks, and what it makes. */
export const setup: Domain = {
  name: "setup",
  routes: Object.values(routes),
  resources: [restart, setupTurns],
  commands: [setupLinkCommand],
};
