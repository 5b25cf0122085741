import Type from "typebox";
import { route } from "../../../declare/route.ts";
import { verifyPassword } from "../../../platform/passwords.ts";
import { input } from "../../../protocol/schema.ts";
import { requireAccount } from "../../accounts/index.ts";
import { renameUser } from "../actions/rename-user.ts";
import { UserUpdated } from "../events.ts";
import { User, Username } from "../model.ts";
import { anonymousView } from "../rules/views.ts";
import { findUser } from "../store/users.ts";

export const changeUsernameRoute = route({
  id: "change_username_change_username",
  method: "PATCH",
  path: "/users/@me/username",
  summary: "Take another name.",
  auth: "user",
  limit: { bucket: "user_edit", resource: "@me" },
  body: input("DataChangeUsername", "The new name, and the password.", {
    username: Username,
    password: Type.String({ minLength: 8, maxLength: 1024 }),
  }),
  reply: User,
  errors: [
    "InvalidSession",
    "InvalidCredentials",
    "InvalidUsername",
    "UsernameTaken",
    "DiscriminatorChangeRatelimited",
  ],
  emits: [UserUpdated],
  async handleInSteps({ body, caller, services, fail, read, write }) {
    // They have no account, and so no password to ask for.
    if (caller.bot) throw fail("InvalidSession");
    const { password_hash } = await read((db) => requireAccount(db, caller.userId));
    if (!(await verifyPassword(body.password, password_hash))) throw fail("InvalidCredentials");
    return write(async (tx) => {
      // What was checked may have changed meanwhile.
      const account = await requireAccount(tx, caller.userId);
      if (account.password_hash !== password_hash) throw fail("InvalidCredentials");
      const user = await findUser(tx, caller.userId);
      if (!user) throw fail("InvalidSession");
      return anonymousView(await renameUser(tx, user, body.username), services);
    });
  },
});
