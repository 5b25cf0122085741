import type { Domain } from "../../declare/domain.ts";
import { messageSearches } from "./actions/locate-message.ts";
import { reportCommands } from "./commands/reports.ts";
import { reportContentRoute } from "./routes/report-content.ts";

export const safety: Domain = {
  name: "safety",
  routes: [reportContentRoute],
  commands: reportCommands,
  resources: [messageSearches],
};
