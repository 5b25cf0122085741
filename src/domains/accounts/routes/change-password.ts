import Type from "typebox";
import { route } from "../../../declare/route.ts";
import { hashPassword, verifyPassword } from "../../../platform/passwords.ts";
import { input, NoContent } from "../../../protocol/schema.ts";
import { checkPassword } from "../actions/guards.ts";
import { setPassword } from "../actions/set-password.ts";
import { ownAccount } from "../store/accounts.ts";

export const changePasswordRoute = route({
  id: "change_password_change_password",
  method: "PATCH",
  path: "/auth/account/change/password",
  summary: "Change the password. Sessions stay.",
  auth: "session",
  limit: { bucket: "auth" },
  body: input("DataChangePassword", "The new password and the old.", {
    password: Type.String(),
    current_password: Type.String(),
  }),
  reply: NoContent,
  errors: ["ShortPassword", "CompromisedPassword", "InvalidCredentials"],
  async handleInSteps({ body, caller, services, fail, read, write }) {
    await checkPassword({ services, fail }, body.password);
    const { password_hash } = await read((db) => ownAccount(db, caller));
    if (!(await verifyPassword(body.current_password, password_hash))) throw fail("InvalidCredentials");
    const hash = await hashPassword(body.password, services.config.passwords);
    await write(async (tx) => {
      const account = await ownAccount(tx, caller);
      // Of two changes at once, the second no longer knows the current password.
      if (account.password_hash !== password_hash) throw fail("InvalidCredentials");
      await setPassword(tx, account, hash);
    });
  },
});
