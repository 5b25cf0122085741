import { route } from "../../../declare/route.ts";
import { assertPeople } from "../actions/relate-as-friend.ts";
import { findTarget, relateTo } from "../actions/relate-to.ts";
import { RelationshipChanged, UserUpdated } from "../events.ts";
import { User } from "../model.ts";

export const removeFriendRoute = route({
  id: "remove_friend_remove",
  method: "DELETE",
  path: "/users/:target/friend",
  summary: "Remove a friend, turn a request down, or take one's own back.",
  auth: "user",
  limit: { bucket: "users" },
  reply: User,
  errors: ["NotFound", "IsBot", "NoEffect"],
  emits: [RelationshipChanged, UserUpdated],
  async handle({ params, caller, tx }) {
    const target = await findTarget(tx, caller, params.target);
    assertPeople(tx, caller, target);
    return relateTo(tx, "remove", { caller, target });
  },
});
