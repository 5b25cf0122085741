import type { Domain } from "../../declare/domain.ts";
import { reportCommands } from "./commands/reports.ts";
import { reportContent } from "./routes/report-content.ts";

export const safety: Domain = { name: "safety", routes: [reportContent], commands: reportCommands };
