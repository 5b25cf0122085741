import { newUser } from "../accounts/people.ts";
import { newBot } from "../bots/bots.ts";
import { about, report } from "../operators/reports.ts";
import type { ErrorCases } from "./error-case.ts";

export const reportErrorCases: ErrorCases = {
  report_content_report_content: {
    IsBot: async (pool) => {
      const server = await pool.server();
      const { token: bot } = await newBot(server);
      return server.client.post("/safety/report", { content: about("User", "unknown") }, { bot });
    },
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
