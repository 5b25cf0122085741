import type { Domain } from "../../declare/domain.ts";
import { provide } from "../../declare/query-provider.ts";
import { personalRows, Statistics } from "../operators/index.ts";
import { reportCommands } from "./commands/reports.ts";
import { messageSearches } from "./resources.ts";
import { reportContentRoute } from "./routes/report-content.ts";
import { countOpenReports } from "./store/reports.ts";
import type { SafetyTables } from "./tables.ts";

/** Reports. */
export const safety: Domain = {
  name: "safety",
  routes: [reportContentRoute],
  commands: reportCommands,
  resources: [messageSearches],
  providers: [
    provide(Statistics, countOpenReports),
    personalRows("reports.json", (db, userId) =>
      db
        .sql<SafetyTables>()
        .selectFrom("reports")
        .select(["id", "content", "additional_context", "status", "rejection_reason", "closed_at"])
        .where("author_id", "=", userId)
        .execute(),
    ),
  ],
};
