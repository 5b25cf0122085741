import Type from "typebox";
import { route } from "../../../declare/route.ts";
import { input, NoContent, Token } from "../../../protocol/schema.ts";
import { consumeTicket } from "../actions/tickets.ts";
import { requireAccount, updateAccount } from "../store/accounts.ts";

export const editSignInNoticesRoute = route({
  id: "edit_sign_in_notices",
  method: "PATCH",
  path: "/auth/account/sign_ins",
  summary: "Choose whether the owner of the account is told about sign-ins on new devices.",
  auth: "session",
  limit: { bucket: "auth" },
  headers: Type.Object({
    "x-mfa-ticket": Type.Optional(
      Type.With(Token, { description: "A validated MFA ticket, to turn the notices off." }),
    ),
  }),
  body: input("DataEditSignInNotices", "What the owner is told.", { notify_new_devices: Type.Boolean() }),
  reply: NoContent,
  errors: ["InvalidToken"],
  async handle({ body, headers, caller: { userId }, tx }) {
    const notify_new_devices = body.notify_new_devices ? 1 : 0;
    const { notify_new_devices: before } = await requireAccount(tx, userId);
    if (notify_new_devices < before) await consumeTicket(tx, headers["x-mfa-ticket"] ?? null, userId);
    await updateAccount(tx, userId, { notify_new_devices });
  },
});
