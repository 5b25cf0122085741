/** What other domains and the interpreters may use of users. */
export { createUser } from "./actions/create-user.ts";
export { lookUp } from "./actions/look-up.ts";
export { markDeleted } from "./actions/mark-deleted.ts";
export { permissionsOn, type Standing } from "./actions/permissions-on.ts";
export { renameUser } from "./actions/rename-user.ts";
export { seeKnown, seeThoseMet } from "./actions/see-known.ts";
export { seeSelf } from "./actions/see-user.ts";
export { RelationshipChanged, UserUpdated } from "./events.ts";
export { FriendStep, UserGone } from "./hooks.ts";
export { User, Username, type UserProfile } from "./model.ts";
export { type Connections, MutualConnections, ServersOf } from "./questions.ts";
export { isBot } from "./rules/is-bot.ts";
export { anonymousView, knownView, profileView, selfView } from "./rules/views.ts";
export { acknowledgePolicies } from "./store/policies.ts";
export { findRelation, listRegards, listRelations } from "./store/relations.ts";
export { findSessionByDigest, findUser, holdUser, type KnownSession, listUsers } from "./store/users.ts";
export type { UserRow, UsersTables } from "./tables.ts";
