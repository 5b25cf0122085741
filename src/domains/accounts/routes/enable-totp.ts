import { route } from "../../../declare/route.ts";
import { NoContent } from "../../../protocol/schema.ts";
import { enableTotp } from "../actions/enable-totp.ts";
import { MfaResponse } from "../model.ts";

export const enableTotpRoute = route({
  id: "totp_enable_totp_enable",
  method: "PUT",
  path: "/auth/mfa/totp",
  summary: "Enable TOTP with a code made from the new secret.",
  auth: "session",
  limit: { bucket: "auth" },
  body: MfaResponse,
  reply: NoContent,
  errors: ["InvalidToken", "OperationFailed", "LockedOut"],
  handleInSteps: ({ body: response, caller, address, ...steps }) =>
    enableTotp(steps, caller, { response, address: address() }),
});
