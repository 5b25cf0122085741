import { route } from "../../../declare/route.ts";
import { channelTarget } from "../../channels/index.ts";
import { joinCall, joinErrors } from "../actions/join-call.ts";
import { CallJoin, CallToken } from "../model.ts";

export const joinCallRoute = route({
  id: "voice_join_call",
  method: "POST",
  path: "/channels/:target/join_call",
  summary: "Ask for a token for the call of a channel.",
  auth: "user",
  limit: { bucket: "channels", by: "target" },
  on: channelTarget("target"),
  // A call continues for hours, and the server checks again and again who may be in it.
  enforces: {
    permissions: ["Connect"],
    why: "With voice on, channels without voice are refused before permissions are checked.",
  },
  body: CallJoin,
  reply: CallToken,
  errors: joinErrors,
  validate({ body, caller, fail }) {
    if (caller.bot && body.force_disconnect) throw fail("IsBot");
  },
  handleInSteps: ({ caller, body, services, fail, authorize, write }) =>
    joinCall({ services, fail, authorize, write }, { caller, body }),
});
