import { endpoint } from "../../../declare/endpoint.ts";
import { validateConnection } from "../actions/validate-connection.ts";

export const validateConnectionV1Endpoint = endpoint({
  id: "voice_validate_v1",
  method: "GET",
  path: "/livekit/rtc/v1/validate",
  summary: "Why a connection to a call was refused, for newer clients.",
  auth: "none",
  limit: { bucket: "any" },
  errors: ["NotFound"],
  handle: (call) => validateConnection(call, "/rtc/v1/validate"),
});
