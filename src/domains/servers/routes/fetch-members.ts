import Type from "typebox";
import { route } from "../../../declare/route.ts";
import { lookAsMember } from "../actions/look-at-server.ts";
import { apart, seeMembers } from "../actions/see-members.ts";
import { AllMembers } from "../model.ts";
import { listSeats } from "../store/member-lists.ts";

export const fetchMembers = route({
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
    const { server } = await lookAsMember({ db, caller, fail }, params.target);
    // Who is online is not for the database to say, so all are looked at until enough are found.
    const seats = await listSeats(db, server.id, exclude_offline ? { after } : { after, limit });
    const seen = await seeMembers(db, caller.userId, seats);
    return apart(exclude_offline ? seen.filter(({ user }) => user.online).slice(0, limit) : seen);
  },
});
