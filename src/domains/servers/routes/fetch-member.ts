import Type from "typebox";
import { route } from "../../../declare/route.ts";
import { requireMembership } from "../actions/require-server.ts";
import { FetchedMember } from "../model.ts";
import { memberView, roleView } from "../rules/views.ts";
import { findMember } from "../store/members.ts";
import { listRoles } from "../store/servers.ts";

export const fetchMemberRoute = route({
  id: "member_fetch_fetch",
  method: "GET",
  path: "/servers/:target/members/:member",
  summary: "Fetch a member of a server that one is in.",
  auth: "user",
  limit: { bucket: "servers", by: "target" },
  query: Type.Object({
    roles: Type.Optional(Type.Boolean({ description: "Give the member's roles too." })),
  }),
  reply: FetchedMember,
  errors: ["NotFound"],
  async handle({ params, query, caller, db, fail }) {
    const { server } = await requireMembership({ db, caller, fail }, params.target);
    const member = await findMember(db, server.id, params.member);
    if (!member) throw fail("NotFound");
    if (!query.roles) return memberView(member);
    const roles = (await listRoles(db, server.id)).filter(({ id }) => member.roles.includes(id));
    return {
      member: memberView(member),
      roles: Object.fromEntries(roles.map((role) => [role.id, roleView(role)])),
    };
  },
});
