import { route } from "../../../declare/route.ts";
import { removeFriend } from "../actions/relationships.ts";
import { RelationshipChanged, UserUpdated } from "../events.ts";
import { User } from "../model.ts";

export const removeFriendRoute = route({
  id: "remove_friend_remove",
  method: "DELETE",
  path: "/users/:target/friend",
  summary: "Remove a friend, reject a friend request, or withdraw one.",
  auth: "user",
  limit: { bucket: "users" },
  reply: User,
  errors: ["NotFound", "IsBot", "NoEffect"],
  emits: [RelationshipChanged, UserUpdated],
  handle: ({ params, caller, tx }) => removeFriend(tx, caller, params.target),
});
