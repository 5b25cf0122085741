import { route } from "../../../declare/route.ts";
import { viewInvite } from "../actions/open-invite.ts";
import { InviteResponse } from "../model.ts";

export const fetchInviteRoute = route({
  id: "invite_fetch_fetch",
  method: "GET",
  path: "/invites/:target",
  summary: "Fetch what an invite, or the id of a discoverable server, leads to.",
  auth: "none",
  limit: { bucket: "any" },
  reply: InviteResponse,
  errors: ["NotFound"],
  handle: ({ params, db, fail, services }) =>
    viewInvite({ db, fail, now: services.clock.now() }, params.target),
});
