import { route } from "../../../declare/route.ts";
import { befriend, befriendErrors } from "../actions/relate-as-friend.ts";
import { findTarget } from "../actions/relate-to.ts";
import { RelationshipChanged, UserUpdated } from "../events.ts";
import { User } from "../model.ts";

export const addFriendRoute = route({
  id: "add_friend_add",
  method: "PUT",
  path: "/users/:target/friend",
  summary: "Accept somebody's friend request, or send one.",
  auth: "user",
  limit: { bucket: "users" },
  reply: User,
  errors: befriendErrors,
  emits: [RelationshipChanged, UserUpdated],
  async handle({ params, caller, tx }) {
    return befriend(tx, caller, await findTarget(tx, caller, params.target));
  },
});
