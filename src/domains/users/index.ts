/** What other domains and the interpreters may use of users. */
export { lookUp } from "./actions/look-up.ts";
export { permissionsOn, type Standing } from "./actions/permissions-on.ts";
export { seeKnown, seeThoseMet } from "./actions/see-known.ts";
export { RelationshipChanged, UserUpdated } from "./events.ts";
export { UserGone } from "./hooks.ts";
export { User } from "./model.ts";
export { type Connections, MutualConnections, ServersOf } from "./questions.ts";
export { isBot } from "./rules/is-bot.ts";
export { anonymousView, knownView, selfView } from "./rules/views.ts";
export { acknowledgePolicies } from "./store/policies.ts";
export { findRelation, listRegards, listRelations } from "./store/relations.ts";
export { findSessionByDigest, findUser, type KnownSession, listUsers } from "./store/users.ts";
export type { UserRow, UsersTables } from "./tables.ts";
