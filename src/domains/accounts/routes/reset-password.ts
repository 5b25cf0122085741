import Type from "typebox";
import { route } from "../../../declare/route.ts";
import { hashPassword } from "../../../platform/passwords.ts";
import { digestToken } from "../../../platform/secrets/vault.ts";
import { input, NoContent } from "../../../protocol/schema.ts";
import type { Reader } from "../../../store/tx.ts";
import { endAllSessions } from "../actions/end-sessions.ts";
import { checkPassword } from "../actions/guards.ts";
import { setPassword } from "../actions/set-password.ts";
import { AllSessionsDeleted } from "../events.ts";
import { findAccountByDigest } from "../store/accounts.ts";
import type { AccountRow } from "../tables.ts";

export const resetPasswordRoute = route({
  id: "password_reset_password_reset",
  method: "PATCH",
  path: "/auth/account/reset_password",
  summary: "Choose a new password with the code from the mail.",
  auth: "none",
  limit: { bucket: "auth" },
  body: input("DataPasswordReset", "The code and the new password.", {
    token: Type.String(),
    password: Type.String(),
    remove_sessions: Type.Optional(
      Type.Boolean({ default: false, description: "End all sessions as well." }),
    ),
  }),
  reply: NoContent,
  errors: ["InvalidToken", "ShortPassword", "CompromisedPassword"],
  emits: [AllSessionsDeleted],
  async handleInSteps({ body, services, fail, read, write }) {
    const digest = digestToken(body.token);
    if (!(await read((db) => findByResetCode(db, digest)))) throw fail("InvalidToken");
    await checkPassword({ services, fail }, body.password);
    const password_hash = await hashPassword(body.password, services.config.passwords);
    await write(async (tx) => {
      const account = await findByResetCode(tx, digest);
      if (!account) throw fail("InvalidToken");
      await setPassword(tx, account, password_hash);
      if (body.remove_sessions) await endAllSessions(tx, account.id);
    });
  },
});

async function findByResetCode(db: Reader, digest: string): Promise<AccountRow | undefined> {
  const account = await findAccountByDigest(db, "reset_digest", digest);
  return account && (account.reset_expires ?? 0) > db.services.clock.now() ? account : undefined;
}
