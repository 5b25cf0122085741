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
  summary: "Send a friend request to a user by name, or accept theirs.",
  auth: "user",
  limit: { bucket: "users" },
  body: input("DataSendFriendRequest", "The user to send it to.", {
    username: Type.String({
      maxLength: 1_024,
      description: "Name and discriminator, with a # between them.",
    }),
  }),
  reply: User,
  errors: ["InvalidProperty", ...friendRequestErrors],
  emits: [RelationshipChanged, UserUpdated],
  handle: ({ body, caller, tx }) => addFriendByName(tx, caller, body.username),
});
