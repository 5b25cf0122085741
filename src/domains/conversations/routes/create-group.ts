import { route } from "../../../declare/route.ts";
import { listRelations } from "../../users/index.ts";
import { createGroup as create } from "../actions/create-group.ts";
import { ChannelOpened } from "../events.ts";
import { Channel, NewGroup } from "../model.ts";
import { newRecipients } from "../rules/new-recipients.ts";

export const createGroupRoute = route({
  id: "group_create_create_group",
  method: "POST",
  path: "/channels/create",
  summary: "Begin a group with friends.",
  auth: "user",
  limit: { bucket: "channels", resource: "create" },
  body: NewGroup,
  reply: Channel,
  errors: ["IsBot", "NotFriends", "GroupTooLarge", "NotFound"],
  emits: [ChannelOpened],
  async handle({ body: { users, ...wishes }, caller: { userId, bot }, tx, services, fail }) {
    if (bot) throw fail("IsBot");
    const others = newRecipients(userId, users);
    const relations = await listRelations(tx, userId);
    const friends = new Set(
      relations.filter(({ status }) => status === "Friend").map(({ other_id }) => other_id),
    );
    if (!others.every((id) => friends.has(id))) throw fail("NotFriends");
    const max = services.config.limits.global.group_size;
    if (others.length + 1 > max) throw fail("GroupTooLarge", { max });
    return create(tx, wishes, [userId, ...others]);
  },
});
