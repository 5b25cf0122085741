import Type from "typebox";
import { route } from "../../../declare/route.ts";
import { maxListed } from "../../../protocol/schema.ts";
import { serverTarget } from "../../members/index.ts";
import { Invite } from "../model.ts";
import { inviteView } from "../rules/views.ts";
import { listInvites } from "../store.ts";

export const fetchServerInvitesRoute = route({
  id: "invites_fetch_invites",
  method: "GET",
  path: "/servers/:target/invites",
  summary: "List the invites of a server.",
  auth: "user",
  limit: { bucket: "servers", by: "target" },
  on: serverTarget("target"),
  needs: "ManageServer",
  reply: Type.Array(Invite, { maxItems: maxListed }),
  errors: [],
  handle: async ({ access, db, services }) =>
    (await listInvites(db, access.server.id, services.clock.now())).map(inviteView),
});
