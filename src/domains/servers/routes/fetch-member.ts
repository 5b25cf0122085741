import Type from "typebox";
import { route } from "../../../declare/route.ts";
import { membershipTarget } from "../../members/index.ts";
import { viewMember } from "../actions/view-members.ts";
import { FetchedMember } from "../model.ts";

export const fetchMemberRoute = route({
  id: "member_fetch_fetch",
  method: "GET",
  path: "/servers/:target/members/:member",
  summary: "Fetch a member of a server, as a member.",
  auth: "user",
  limit: { bucket: "servers", by: "target" },
  on: membershipTarget("target"),
  query: Type.Object({
    roles: Type.Optional(Type.Boolean({ description: "Include the member's roles." })),
  }),
  reply: FetchedMember,
  errors: ["NotFound"],
  handle: ({ access, params, query, db, fail }) => {
    const key = { serverId: access.server.id, userId: params.member };
    return viewMember({ db, fail }, key, { includeRoles: query.roles });
  },
});
