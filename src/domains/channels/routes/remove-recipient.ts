import { route } from "../../../declare/route.ts";
import { NoContent } from "../../../protocol/schema.ts";
import {
  findChannel,
  GroupLeft,
  groupView,
  listRecipients,
  removeFromGroup,
} from "../../conversations/index.ts";
import { findUser } from "../../users/index.ts";

export const removeRecipientRoute = route({
  id: "group_remove_member_remove_member",
  method: "DELETE",
  path: "/channels/:target/recipients/:member",
  summary: "Remove somebody from a group that one owns.",
  auth: "user",
  limit: { bucket: "channels", by: "target" },
  reply: NoContent,
  errors: [
    "IsBot",
    "NotFound",
    "InvalidOperation",
    "MissingPermission",
    "CannotRemoveYourself",
    "NotInGroup",
  ],
  emits: [GroupLeft],
  async handle({ params, caller: { userId: by, bot }, tx, fail }) {
    if (bot) throw fail("IsBot");
    const row = await findChannel(tx, params.target);
    if (!row) throw fail("NotFound");
    if (row.kind !== "Group") throw fail("InvalidOperation");
    const group = groupView(row, await listRecipients(tx, row.id));
    if (group.owner !== by) throw fail("MissingPermission", { permission: "ManageChannel" });
    const user = await findUser(tx, params.member);
    if (!user) throw fail("NotFound");
    if (user.id === by) throw fail("CannotRemoveYourself");
    if (!group.recipients.includes(user.id)) throw fail("NotInGroup");
    await removeFromGroup(tx, group, { userId: user.id, news: { type: "user_remove", id: user.id, by } });
  },
});
