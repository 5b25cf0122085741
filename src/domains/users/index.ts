/** What other domains and the interpreters may use of users. */

export { createImportedUsers, type ImportedUser } from "./actions/create-imported-users.ts";
export { createUser } from "./actions/create-user.ts";
export { markDeleted } from "./actions/mark-deleted.ts";
export { nameUsers } from "./actions/name-users.ts";
export { requireNamedOwner, requireNamedUser } from "./actions/named-user.ts";
export { renameUser } from "./actions/rename-user.ts";
export { setStanding, type UserStanding } from "./actions/set-standing.ts";
export { permissionsOn, userTarget } from "./actions/user-access.ts";
export { viewKnownUsers, viewMetUsers } from "./actions/view-known-users.ts";
export { viewSelf } from "./actions/view-user.ts";
export { wipeUser } from "./actions/wipe-user.ts";
export { changeUser, readFlags } from "./commands/change-user.ts";
export { RelationshipChanged, UserUpdated, UserWiped } from "./events.ts";
export { onUserEnd, UserCreated, UserDeleted } from "./hooks.ts";
export { User, Username, type UserProfile, userFlags } from "./model.ts";
export { ConnectionsOf, findConnections } from "./queries.ts";
export { knownUsersReady } from "./ready.ts";
export { isRemoved, isSuspended } from "./rules/flags.ts";
export {
  anonymousView,
  authorView,
  isBot,
  isOnline,
  knownView,
  profileView,
  relatedAuthorView,
  selfView,
} from "./rules/views.ts";
export {
  clearClaimedBy,
  findImportedUser,
  findImportedUserOf,
  insertClaimChanges,
  listDeletedImports,
  listImportedUsers,
  listImportedUsersWith,
  setClaimedBy,
  takeClaimChanges,
} from "./store/imported-users.ts";
export { findRelation, listRelations } from "./store/relations.ts";
export { SharedUsers, sharedUsers } from "./store/shared-users.ts";
export {
  accountOf,
  acknowledgePolicies,
  findSessionByDigest,
  findUser,
  hasOperator,
  listUsers,
  listUsersAfter,
  lockUser,
  type SessionPrincipal,
  searchUsers,
} from "./store/users.ts";
export type { ClaimChangeRow, ImportedUserRow, UserRow, UsersTables } from "./tables.ts";
