import { route } from "../../../declare/route.ts";
import { addFriend, friendRequestErrors } from "../actions/relationships.ts";
import { RelationshipChanged, UserUpdated } from "../events.ts";
import { User } from "../model.ts";

export const addFriendRoute = route({
  id: "add_friend_add",
  method: "PUT",
  path: "/users/:target/friend",
  summary: "Accept the friend request of a user, or send one.",
  auth: "user",
  limit: { bucket: "users" },
  reply: User,
  errors: friendRequestErrors,
  emits: [RelationshipChanged, UserUpdated],
  handle: ({ params, caller, tx }) => addFriend(tx, caller, params.target),
});
