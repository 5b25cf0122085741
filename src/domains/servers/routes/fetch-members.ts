import Type from "typebox";
import { route } from "../../../declare/route.ts";
import { listMembers } from "../actions/list-members.ts";
import { requireMembership } from "../actions/require-server.ts";
import { splitMembers } from "../actions/view-members.ts";
import { AllMembers } from "../model.ts";

export const fetchMembersRoute = route({
  id: "member_fetch_all_fetch_all",
  method: "GET",
  path: "/servers/:target/members",
  summary: "List the members of a server, by their ids.",
  auth: "user",
  limit: { bucket: "servers", by: "target" },
  query: Type.Object({
    exclude_offline: Type.Optional(Type.Boolean({ description: "Leave out who appears offline." })),
    limit: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 1_000, description: "At most so many; all, if absent." }),
    ),
    after: Type.Optional(Type.String({ description: "Only users whose id comes after this one." })),
  }),
  reply: AllMembers,
  errors: ["NotFound"],
  async handle({ params, query: { exclude_offline, limit, after }, caller, db, fail }) {
    const { server } = await requireMembership({ db, caller, fail }, params.target);
    const span = { after, limit, onlineOnly: exclude_offline };
    return splitMembers(await listMembers({ db, viewerId: caller.userId }, server.id, span));
  },
});
