import Type from "typebox";
import { route } from "../../../declare/route.ts";
import { boundedBy } from "../../../protocol/schema.ts";
import { channelTarget } from "../../channels/index.ts";
import { User } from "../../users/index.ts";
import { assertGroup } from "../actions/recipients.ts";
import { viewRecipients } from "../actions/view-recipients.ts";

export const fetchRecipientsRoute = route({
  id: "members_fetch_fetch_members",
  method: "GET",
  path: "/channels/:target/members",
  summary: "List the recipients of a group.",
  auth: "user",
  limit: { bucket: "channels", by: "target" },
  on: channelTarget("target"),
  needs: "ViewChannel",
  reply: Type.Array(User, boundedBy("limits.global.group_size")),
  errors: ["InvalidOperation"],
  handle: ({ access, caller, db, fail }) =>
    viewRecipients(db, caller.userId, assertGroup({ fail }, access.channel)),
});
