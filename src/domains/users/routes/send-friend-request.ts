import Type from "typebox";
import { route } from "../../../declare/route.ts";
import { input } from "../../../protocol/schema.ts";
import { befriend, befriendErrors } from "../actions/relate-as-friend.ts";
import { RelationshipChanged, UserUpdated } from "../events.ts";
import { User } from "../model.ts";
import { splitFullName } from "../rules/full-name.ts";
import { findUserByName } from "../store/users.ts";

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
  errors: ["InvalidProperty", ...befriendErrors],
  emits: [RelationshipChanged, UserUpdated],
  async handle({ body, caller, tx, fail }) {
    const name = splitFullName(body.username);
    if (!name) throw fail("InvalidProperty");
    return befriend(tx, caller, await findUserByName(tx, name));
  },
});
