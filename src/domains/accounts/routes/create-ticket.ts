import Type from "typebox";
import { route } from "../../../declare/route.ts";
import { issueTicket } from "../actions/tickets.ts";
import { MfaResponse, MfaTicket } from "../model.ts";

export const createTicketRoute = route({
  id: "create_ticket_create_ticket",
  method: "PUT",
  path: "/auth/mfa/ticket",
  summary: "Create an MFA ticket for one sensitive action, by session or by an unvalidated ticket.",
  auth: "session?",
  limit: { bucket: "auth" },
  headers: Type.Object({ "x-mfa-ticket": Type.Optional(Type.String()) }),
  body: MfaResponse,
  reply: MfaTicket,
  errors: ["OperationFailed", "InvalidToken", "DisallowedMFAMethod", "InvalidCredentials"],
  handleInSteps: ({ caller, headers, body: response, ...steps }) =>
    issueTicket(steps, { userId: caller?.userId, heldToken: headers["x-mfa-ticket"] ?? "", response }),
});
