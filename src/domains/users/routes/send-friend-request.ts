import Type from "typebox";
import { route } from "../../../declare/route.ts";
import { input } from "../../../protocol/schema.ts";
import { addFriendByName, friendRequestErrors } from "../actions/relationships.ts";
import { RelationshipChanged, UserUpdated } from "../events.ts";
import { User } from "../model.ts";

export const sendFriendRequestRoute = route({
  id: "send_friend_request_send_friend_request",
  method: "POST",
  path: "/users/friend",
  summary: "Ask somebody, by name, to be friends, or accept their request.",
  auth: "user",
  limit: { bucket: "users" },
  body: input("DataSendFriendRequest", "Whom to ask.", {
    username: Type.String({ description: "Name and discriminator, with a # between them." }),
  }),
  reply: User,
  errors: ["InvalidProperty", ...friendRequestErrors],
  emits: [RelationshipChanged, UserUpdated],
  handle: ({ body, caller, tx }) => addFriendByName(tx, caller, body.username),
});
