import Type from "typebox";
import { route } from "../../../declare/route.ts";
import { requireMembership } from "../actions/require-server.ts";
import { splitMembers, viewMembers } from "../actions/view-members.ts";
import { FoundMembers } from "../model.ts";
import { findByName } from "../store/member-lists.ts";

const mostFound = 10;

export const queryMembersRoute = route({
  id: "member_experimental_query_member_experimental_query",
  method: "GET",
  path: "/servers/:target/members_experimental_query",
  summary: "Find members by a part of their name.",
  auth: "user",
  limit: { bucket: "servers", by: "target" },
  query: Type.Object({
    query: Type.String({ description: "Part of the nickname or, without one, of the username." }),
    experimental_api: Type.Boolean({ description: "Whether one knows that this may change; must be true." }),
  }),
  reply: FoundMembers,
  errors: ["InvalidOperation", "NotFound"],
  async handle({ params, query: { query: text, experimental_api }, caller, db, fail }) {
    if (!experimental_api) throw fail("InvalidOperation");
    const { server } = await requireMembership({ db, caller, fail }, params.target);
    const seats = await findByName(db, server.id, { text, limit: mostFound });
    return splitMembers(await viewMembers(db, caller.userId, seats));
  },
});
