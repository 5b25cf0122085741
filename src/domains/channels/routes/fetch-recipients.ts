import Type from "typebox";
import { route } from "../../../declare/route.ts";
import { viewRecipients } from "../../conversations/index.ts";
import { User } from "../../users/index.ts";
import { requireChannel } from "../actions/require-channel.ts";

export const fetchRecipientsRoute = route({
  id: "members_fetch_fetch_members",
  method: "GET",
  path: "/channels/:target/members",
  summary: "List the people in a group.",
  auth: "user",
  limit: { bucket: "channels", by: "target" },
  reply: Type.Array(User),
  errors: ["NotFound", "MissingPermission", "InvalidOperation"],
  async handle({ params, caller, db, fail }) {
    const { channel } = await requireChannel({ db, caller, fail }, params.target, "ViewChannel");
    if (channel.channel_type !== "Group") throw fail("InvalidOperation");
    return viewRecipients(db, caller.userId, channel);
  },
});
