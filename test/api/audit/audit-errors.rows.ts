import { newUser } from "../../support/accounts/people.ts";
import type { ErrorCases } from "../../support/error-cases/error-case.ts";
import { newCommunity, newMember } from "../../support/servers/communities.ts";

export const errorCases: ErrorCases = {
  audit_log_fetch_fetch_audit_logs: {
    async NotFound(pool) {
      const server = await pool.server();
      return server.client.get("/servers/nowhere/audit_logs", await newUser(server));
    },
    async MissingPermission(pool) {
      const server = await pool.server();
      const { id } = await newCommunity(server);
      return server.client.get(`/servers/${id}/audit_logs`, await newMember(server, { id }));
    },
  },
};
