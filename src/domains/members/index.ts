/** What other domains and the interpreters may use of the members of servers. */
export {
  assertOutranksMember,
  assertOutranksRole,
  assertServerPermission,
  holdsServerPermission,
  type MemberAccess,
  membershipTarget,
  requireServer,
  requireServerPermission,
  serverTarget,
} from "./actions/require-server.ts";
export { ServerUpdated } from "./events.ts";
export {
  Category,
  Emoji,
  Member,
  MemberKey,
  PartialServer,
  Role,
  Server,
  ServerField,
  SystemMessageChannels,
} from "./model.ts";
export { restrictionsOf } from "./rules/membership.ts";
export { emojiView, type MemberWithRoles, memberView, roleView, serverView } from "./rules/views.ts";
export { memberVisibilityData, roleVisibilityData, serverVisibilityData } from "./rules/visibility-data.ts";
export { isBanned, listBannedAmong } from "./store/bans.ts";
export { findEmoji, insertEmoji, listEmojisOfServer, updateEmoji } from "./store/emojis.ts";
export { attachRoles, listMembersAmong } from "./store/member-lists.ts";
export { findMember } from "./store/members.ts";
export {
  countServersOf,
  listMemberships,
  listOwnedServers,
  listServerIds,
  listServersAfter,
  searchServers,
} from "./store/memberships.ts";
export { findPendingTimeout } from "./store/pending-timeouts.ts";
export {
  findMembership,
  findMembershipInChannel,
  findServerRevision,
  type ServerAccess,
} from "./store/server-access.ts";
export {
  countMembers,
  countMembersOf,
  findRole,
  findServer,
  listRoles,
  lockServer,
  lockServers,
  lockServersAnd,
  updateServer,
} from "./store/servers.ts";
export type {
  BanRow,
  EmojiRow,
  MemberRow,
  PendingTimeoutRow,
  RoleRow,
  ServerRow,
  ServersTables,
} from "./tables.ts";
