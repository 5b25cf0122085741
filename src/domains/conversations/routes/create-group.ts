import { route } from "../../../declare/route.ts";
import { Channel, ChannelOpened } from "../../channels/index.ts";
import { createGroup } from "../actions/create-group.ts";
import { NewGroup } from "../model.ts";

export const createGroupRoute = route({
  id: "group_create_create_group",
  method: "POST",
  path: "/channels/create",
  summary: "Create a group with friends.",
  auth: "user",
  noBots: true,
  limit: { bucket: "channels", resource: "create" },
  body: NewGroup,
  reply: Channel,
  errors: ["NotFriends", "GroupTooLarge", "TooManyChannels", "NotFound"],
  emits: [ChannelOpened],
  handle: ({ body, caller, tx }) => createGroup(tx, caller.userId, body),
});
