export { createInviteRoute } from "./create-invite.ts";
export { deleteInviteRoute } from "./delete-invite.ts";
export { fetchInviteRoute } from "./fetch-invite.ts";
export { fetchServerInvitesRoute } from "./fetch-server-invites.ts";
export { joinInviteRoute } from "./join-invite.ts";
