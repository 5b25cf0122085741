/** What other domains and the interpreters may use of servers. */
export { enterServer } from "./actions/enter-server.ts";
export { lookAsMember, lookWith } from "./actions/look-at-server.ts";
export { seesChannel } from "./actions/sees-channel.ts";
export { MemberJoined, ServerJoined } from "./events.ts";
export { MessagesUnwanted } from "./hooks.ts";
export { Emoji, Member, Server } from "./model.ts";
export { EmojisOf } from "./questions.ts";
export { isColour } from "./rules/colour.ts";
export { sceneMember } from "./rules/scene.ts";
export { viewableChannels } from "./rules/viewable-channels.ts";
export { memberView } from "./rules/views.ts";
export { isBanned } from "./store/bans.ts";
export { countServersOf, listBelongings } from "./store/belongings.ts";
export { findMember } from "./store/members.ts";
export { listMembersAmong } from "./store/members-among.ts";
export { countMembers, findServer, holdServer, listRoles, showServer } from "./store/servers.ts";
export { findSeat, memberBehind, type Place } from "./store/standing.ts";
export type { ServerRow, ServersTables } from "./tables.ts";
