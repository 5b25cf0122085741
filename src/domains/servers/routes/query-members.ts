import Type from "typebox";
import { route } from "../../../declare/route.ts";
import { maxHeadLength } from "../../../protocol/schema.ts";
import { membershipTarget } from "../../members/index.ts";
import { queryMembers } from "../actions/view-members.ts";
import { MatchingMembers } from "../model.ts";

export const queryMembersRoute = route({
  id: "member_experimental_query_member_experimental_query",
  method: "GET",
  path: "/servers/:target/members_experimental_query",
  summary: "Find members by a part of their name.",
  auth: "user",
  limit: { bucket: "servers", by: "target" },
  on: membershipTarget("target"),
  query: Type.Object({
    query: Type.String({
      maxLength: maxHeadLength,
      description: "Part of the nickname or, without one, of the username.",
    }),
    experimental_api: Type.Boolean({
      description: "Must be true: the caller accepts that this route may change.",
    }),
  }),
  reply: MatchingMembers,
  errors: ["InvalidOperation"],
  validate({ query, fail }) {
    if (!query.experimental_api) throw fail("InvalidOperation");
  },
  handle: ({ access, query, caller, db }) =>
    queryMembers({ db, viewerId: caller.userId }, access.server.id, query.query),
});
