import { newUser } from "../../support/accounts/people.ts";
import type { ErrorCases } from "../../support/error-cases/error-case.ts";

export const errorCases: ErrorCases = {
  audit_log_fetch_fetch_audit_logs: {
    async NotFound(pool) {
      const server = await pool.server();
      return server.client.get("/servers/nowhere/audit_logs", await newUser(server));
    },
  },
};
