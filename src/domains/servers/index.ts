/** What other domains and the interpreters may use of servers. */

export { destroyServer } from "./actions/delete-server.ts";
export { deleteTextChannel } from "./actions/delete-text-channel.ts";
export { editTextChannel, emitChannelUpdate } from "./actions/edit-text-channel.ts";
export { joinServer } from "./actions/join-server.ts";
export {
  holdsServerPermission,
  membershipTarget,
  requireServer,
  requireServerPermission,
  serverTarget,
} from "./actions/require-server.ts";
export { editServerAsOperator } from "./actions/transfer-server.ts";
export { canMemberViewChannel } from "./actions/view-server.ts";
export { MemberJoined, MemberLeft, ServerDeleted, ServerJoined, ServerUpdated } from "./events.ts";
export { MemberMoved, MemberRemoved, MessageSweepRequested, SlowmodeChanged } from "./hooks.ts";
export { Emoji, Member, Server } from "./model.ts";
export { type MoveRefusal, MoveRefusals, VoiceStatesIn } from "./queries.ts";
export { serversReady } from "./ready.ts";
export { isColour } from "./rules/colour.ts";
export type { SharedChannels } from "./rules/shared-server.ts";
export { emojiView, type MemberWithRoles, memberView } from "./rules/views.ts";
export { isBanned } from "./store/bans.ts";
export {
  findEmoji,
  insertEmoji,
  listEmojisOfServer,
  updateEmoji,
} from "./store/emojis.ts";
export { listMembersAmong } from "./store/member-lists.ts";
export { findMember } from "./store/members.ts";
export {
  countServersOf,
  listServersAfter,
  listServersWithMembership,
  searchServers,
} from "./store/memberships.ts";
export { findPendingTimeout } from "./store/pending-timeouts.ts";
export { findMembership, type ServerAccess } from "./store/server-access.ts";
export { countMembers, findRole, findServer, listRoles, lockServer, showServer } from "./store/servers.ts";
export { sharedServers } from "./store/shared-servers.ts";
export { findTextChannel, listServerChannels, putOverride, readTextChannel } from "./store/text-channels.ts";
export type { EmojiRow, ServerRow, ServersTables } from "./tables.ts";
