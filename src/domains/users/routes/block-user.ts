import { route } from "../../../declare/route.ts";
import { findTarget, relateTo } from "../actions/relate-to.ts";
import { RelationshipChanged, UserUpdated } from "../events.ts";
import { User } from "../model.ts";

export const blockUserRoute = route({
  id: "block_user_block",
  method: "PUT",
  path: "/users/:target/block",
  summary: "Block a user.",
  auth: "user",
  limit: { bucket: "users" },
  reply: User,
  errors: ["NotFound", "NoEffect"],
  emits: [RelationshipChanged, UserUpdated],
  async handle({ params, caller, tx }) {
    return relateTo(tx, "block", { caller, target: await findTarget(tx, caller, params.target) });
  },
});
