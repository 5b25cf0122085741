import { newUser } from "../../support/accounts/people.ts";
import type { ErrorCases } from "../../support/error-cases/error-case.ts";
import { about, report } from "../../support/operators/reports.ts";

export const errorCases: ErrorCases = {
  report_content_report_content: {
    NotFound: async (pool) => {
      const server = await pool.server();
      return report(server, await newUser(server), about("Message", "unknown"));
    },
    CannotReportYourself: async (pool) => {
      const server = await pool.server();
      const person = await newUser(server);
      return report(server, person, about("User", person.id));
    },
  },
};
