import { route } from "../../../declare/route.ts";
import { NoContent } from "../../../protocol/schema.ts";
import { channelTarget } from "../../channels/index.ts";
import { endRing } from "../actions/end-ring.ts";
import { CallDeclined, CallUpdated } from "../events.ts";

export const endRingRoute = route({
  id: "voice_stop_ring_stop_ring",
  method: "PUT",
  path: "/channels/:target/end_ring/:target_user",
  summary:
    "Stop ringing for a user of a conversation, as somebody in its call; or for oneself, which declines it.",
  auth: "user",
  limit: { bucket: "channels", by: "target" },
  on: channelTarget("target"),
  reply: NoContent,
  emits: [CallUpdated, CallDeclined],
  errors: ["NoEffect", "NotConnected", "NotFound"],
  handle: ({ access, params, caller, tx }) =>
    endRing(tx, access, { by: caller.userId, userId: params.target_user }),
});
