import { newCommunity, newMember } from "../communities.ts";
import { newUser } from "../people.ts";
import type { Provocations } from "./stage.ts";

export const auditProvocations: Provocations = {
  audit_log_fetch_fetch_audit_logs: {
    async NotFound(stage) {
      const server = await stage.server();
      return server.client.get("/servers/nowhere/audit_logs", await newUser(server));
    },
    async MissingPermission(stage) {
      const server = await stage.server();
      const { id } = await newCommunity(server);
      return server.client.get(`/servers/${id}/audit_logs`, await newMember(server, { id }));
    },
  },
};
