/** What other domains and the interpreters may use of servers. */

export { canMemberViewChannel } from "./actions/can-view-channel.ts";
export { joinServer } from "./actions/join-server.ts";
export { requireMembership, requireServerPermission } from "./actions/require-server.ts";
export { MemberJoined, ServerJoined } from "./events.ts";
export { MessageSweepRequested } from "./hooks.ts";
export { Emoji, Member, Server } from "./model.ts";
export { EmojisOf } from "./queries.ts";
export { isColour } from "./rules/colour.ts";
export { memberOf } from "./rules/membership.ts";
export { viewableChannels } from "./rules/viewable-channels.ts";
export { memberView } from "./rules/views.ts";
export { memberVisibilityData } from "./rules/visibility-data.ts";
export { isBanned } from "./store/bans.ts";
export { findMember } from "./store/members.ts";
export { listMembersAmong } from "./store/members-among.ts";
export { countServersOf, listServersWithMembership } from "./store/memberships.ts";
export { findMembership, type ServerAccess } from "./store/server-access.ts";
export { countMembers, findServer, listRoles, lockServer, showServer } from "./store/servers.ts";
export type { ServerRow, ServersTables } from "./tables.ts";
