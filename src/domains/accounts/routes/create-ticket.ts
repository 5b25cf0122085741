import Type from "typebox";
import { route } from "../../../declare/route.ts";
import { maxHeadLength } from "../../../protocol/schema.ts";
import { claimOfProof } from "../actions/claimed-account.ts";
import { issueTicket } from "../actions/tickets.ts";
import { MfaResponse, MfaTicket } from "../model.ts";

export const createTicketRoute = route({
  id: "create_ticket_create_ticket",
  method: "PUT",
  path: "/auth/mfa/ticket",
  summary: "Create an MFA ticket for one sensitive action, by session or by an unvalidated ticket.",
  auth: "session?",
  limit: { bucket: "auth" },
  headers: Type.Object({ "x-mfa-ticket": Type.Optional(Type.String({ maxLength: maxHeadLength })) }),
  body: MfaResponse,
  reply: MfaTicket,
  errors: ["OperationFailed", "InvalidToken", "DisallowedMFAMethod", "InvalidCredentials", "LockedOut"],
  claimsAccount: ({ caller, headers, db }) => claimOfProof(db, caller, headers["x-mfa-ticket"]),
  handleInSteps: ({ caller, headers, body: response, address, ...steps }) =>
    issueTicket(steps, {
      caller,
      address: address(),
      heldToken: headers["x-mfa-ticket"] ?? "",
      response,
    }),
});
