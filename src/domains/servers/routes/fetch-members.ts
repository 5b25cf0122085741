import Type from "typebox";
import { route } from "../../../declare/route.ts";
import { Id } from "../../../protocol/schema.ts";
import { membershipTarget } from "../../members/index.ts";
import { listMembers } from "../actions/view-members.ts";
import { AllMembers } from "../model.ts";

export const fetchMembersRoute = route({
  id: "member_fetch_all_fetch_all",
  method: "GET",
  path: "/servers/:target/members",
  summary: "List the members of a server, ordered by id.",
  auth: "user",
  limit: { bucket: "servers", by: "target" },
  on: membershipTarget("target"),
  query: Type.Object({
    exclude_offline: Type.Optional(Type.Boolean({ description: "Leave out members who appear offline." })),
    limit: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 1_000, description: "The maximum number; all, if absent." }),
    ),
    after: Type.Optional(Type.With(Id, { description: "Only users whose id comes after this one." })),
  }),
  reply: AllMembers,
  errors: [],
  handle: ({ access, query: { exclude_offline: onlineOnly, limit, after }, caller, db }) =>
    listMembers({ db, viewerId: caller.userId }, access.server.id, { after, limit, onlineOnly }),
});
