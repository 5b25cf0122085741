import { newBot } from "../bots.ts";
import { newUser } from "../people.ts";
import { about, report } from "../reports.ts";
import type { Provocations } from "./stage.ts";

export const reportProvocations: Provocations = {
  report_content_report_content: {
    IsBot: async (stage) => {
      const server = await stage.server();
      const { token: bot } = await newBot(server);
      return server.client.post("/safety/report", { content: about("User", "unknown") }, { bot });
    },
    NotFound: async (stage) => {
      const server = await stage.server();
      return report(server, await newUser(server), about("Message", "unknown"));
    },
    CannotReportYourself: async (stage) => {
      const server = await stage.server();
      const person = await newUser(server);
      return report(server, person, about("User", person.id));
    },
  },
};
