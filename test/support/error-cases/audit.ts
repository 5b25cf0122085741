import { newUser } from "../accounts/people.ts";
import { newCommunity, newMember } from "../servers/communities.ts";
import type { ErrorCases } from "./error-case.ts";

export const auditErrorCases: ErrorCases = {
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
