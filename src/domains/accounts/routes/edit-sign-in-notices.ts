import Type from "typebox";
import { route } from "../../../declare/route.ts";
import { input, NoContent } from "../../../protocol/schema.ts";
import { updateAccount } from "../store/accounts.ts";

export const editSignInNoticesRoute = route({
  id: "edit_sign_in_notices",
  method: "PATCH",
  path: "/auth/account/sign_ins",
  summary: "Choose whether the owner of the account is told about sign-ins on new devices.",
  auth: "session",
  limit: { bucket: "auth" },
  body: input("DataEditSignInNotices", "What the owner is told.", { notify_new_devices: Type.Boolean() }),
  reply: NoContent,
  errors: [],
  handle: ({ body, caller, tx }) =>
    updateAccount(tx, caller.userId, { notify_new_devices: body.notify_new_devices ? 1 : 0 }),
});
