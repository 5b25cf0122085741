import Type from "typebox";
import { route } from "../../../declare/route.ts";
import { requireServerPermission } from "../../servers/index.ts";
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
  reply: Type.Array(Invite),
  errors: ["NotFound", "MissingPermission"],
  async handle({ params, caller, db, fail }) {
    const { server } = await requireServerPermission({ db, caller, fail }, params.target, "ManageServer");
    return (await listInvites(db, server.id)).map(inviteView);
  },
});
