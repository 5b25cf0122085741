import { endpoint } from "../../../declare/endpoint.ts";
import { validateConnection } from "../actions/validate-connection.ts";

export const validateConnectionEndpoint = endpoint({
  id: "voice_validate",
  method: "GET",
  path: "/livekit/rtc/validate",
  summary: "Why a connection to a call was refused.",
  auth: "none",
  limit: { bucket: "any" },
  errors: ["NotFound"],
  handle: (call) => validateConnection(call, "/rtc/validate"),
});
