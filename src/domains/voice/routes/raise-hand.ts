import { route } from "../../../declare/route.ts";
import { NoContent } from "../../../protocol/schema.ts";
import { channelTarget } from "../../channels/index.ts";
import { raiseHand } from "../actions/raise-hand.ts";
import { VoiceStateUpdated } from "../events.ts";

export const raiseHandRoute = route({
  id: "voice_raise_hand",
  method: "PUT",
  path: "/channels/:target/raised_hand",
  summary:
    "Raise one's hand in the call of a channel. It stays raised until it is lowered, or the user leaves or may speak.",
  auth: "user",
  limit: { bucket: "channels", by: "target" },
  on: channelTarget("target"),
  reply: NoContent,
  emits: [VoiceStateUpdated],
  errors: ["NotFound", "NotConnected"],
  handle: ({ access, caller, tx }) => raiseHand(tx, access, caller.userId),
});
