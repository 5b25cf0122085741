/** What other domains and the interpreters may use of servers. */

export { applyGroupRoles } from "./actions/apply-group-roles.ts";
export { addBotRole, assertMayGrant, deleteBotRoles } from "./actions/bot-roles.ts";
export { makeServer } from "./actions/create-server.ts";
export { destroyServer } from "./actions/delete-server.ts";
export { joinServer } from "./actions/join-server.ts";
export { removeMemberships } from "./actions/remove-member.ts";
export { editServerAsOperator, transferOwnedServers } from "./actions/transfer-server.ts";
export {
  MemberJoined,
  MemberLeft,
  MemberUpdated,
  RoleDeleted,
  RoleUpdated,
  ServerDeleted,
  ServerJoined,
} from "./events.ts";
export { insertMember, insertMembers, setRoles } from "./store/members.ts";
export { insertRole, insertServer } from "./store/servers.ts";
export { showServer } from "./store/show-server.ts";
