import Type from "typebox";
import { route } from "../../../declare/route.ts";
import { Token } from "../../../protocol/schema.ts";
import { confirmOperator } from "../actions/confirm-operator.ts";
import { AdminConfirmation } from "../model.ts";

export const confirmRoute = route({
  id: "admin_confirm",
  method: "POST",
  path: "/admin/confirm",
  summary:
    "Confirm the session of an operator for 15 minutes, with an MFA ticket. Only accounts with a second factor can, here or at a provider that is trusted with it. A refused call leaves the ticket valid.",
  auth: "session",
  limit: { bucket: "admin" },
  headers: Type.Object({
    "x-mfa-ticket": Type.Optional(Type.With(Token, { description: "A validated MFA ticket." })),
  }),
  reply: AdminConfirmation,
  errors: ["NotPrivileged", "SecondFactorRequired", "InvalidToken"],
  handle: ({ caller, headers, tx }) => confirmOperator(tx, caller, headers["x-mfa-ticket"]),
});
