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
export { MemberRemoved, MemberVoiceChannelChanged, UserBanned } from "./hooks.ts";
export { type MoveRefusal, MoveRefusals, VoiceStatesIn } from "./queries.ts";
export { serversReady } from "./ready.ts";
export { isColour } from "./rules/colour.ts";
export type { SharedChannels } from "./rules/shared-server.ts";
export { insertMember, insertMembers, setRoles } from "./store/members.ts";
export { insertRole, insertServer } from "./store/servers.ts";
export { listServersWithMembership } from "./store/servers-of-user.ts";
export { sharedServers } from "./store/shared-servers.ts";
export { showServer } from "./store/show-server.ts";
