import type { EventAudiences } from "../../support/stream/event-audiences.ts";
import { plainMember, serverDataOf } from "../../support/stream/visibility.ts";

const role = { id: "@r", rank: 0, permissions: { a: 0, d: 0 } };
const join = { user: "@u", server: serverDataOf("@s"), member: plainMember };

export const eventAudiences: EventAudiences = [
  ["ServerCreate", "private:@u", { reach: join, changes: "server joined" }],
  ["ServerUpdate", "server:id", { changes: "server changed" }],
  ["ServerDelete", "server:id", { changes: "server gone" }],
  ["ServerMemberJoin", "server:id"],
  ["ServerMemberUpdate", "server:id.server", { reach: plainMember, changes: "member changed" }],
  ["ServerMemberLeave", "server:id", { changes: "server left" }],
  ["ServerRoleUpdate", "server:id", { reach: role, changes: "role changed" }],
  ["ServerRoleDelete", "server:id", { changes: "role gone" }],
  ["ServerRoleRanksUpdate", "server:id", { changes: "roles ranked" }],
];
