import { route } from "../../../declare/route.ts";
import { NoContent } from "../../../protocol/schema.ts";
import { channelTarget } from "../../channels/index.ts";
import { lowerHand } from "../actions/raise-hand.ts";
import { VoiceStateUpdated } from "../events.ts";

export const lowerHandRoute = route({
  id: "voice_lower_hand",
  method: "DELETE",
  path: "/channels/:target/raised_hand/:target_user",
  summary: "Lower a raised hand in the call of a channel: one's own, or as a moderator that of another user.",
  auth: "user",
  limit: { bucket: "channels", by: "target" },
  on: channelTarget("target"),
  enforces: {
    permissions: ["MuteMembers"],
    why: "Everybody may lower their own hand.",
  },
  reply: NoContent,
  emits: [VoiceStateUpdated],
  errors: ["NotFound", "MissingPermission", "NotConnected"],
  handle: ({ access, params, caller, tx }) =>
    lowerHand(tx, access, { by: caller.userId, userId: params.target_user }),
});
