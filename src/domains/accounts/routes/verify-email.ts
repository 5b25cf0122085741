import { route } from "../../../declare/route.ts";
import { digestToken } from "../../../platform/secrets/vault.ts";
import { createTicket } from "../actions/mfa.ts";
import { VerifyReply } from "../model.ts";
import { normaliseEmail } from "../rules/email.ts";
import { findAccountByDigest, findAccountByEmail, movedTo, updateAccount } from "../store/accounts.ts";

export const verifyEmailRoute = route({
  id: "verify_email_verify_email",
  method: "POST",
  path: "/auth/account/verify/:code",
  summary: "Verify an address with the code from the mail.",
  auth: "none",
  limit: { bucket: "auth" },
  reply: VerifyReply,
  errors: ["InvalidToken"],
  async handle({ params, tx, services, fail }) {
    const account = await findAccountByDigest(tx, "verification_digest", digestToken(params.code));
    if (!account || (account.verification_expires ?? 0) <= services.clock.now()) throw fail("InvalidToken");
    const verified = {
      verification: "verified",
      verification_digest: null,
      verification_expires: null,
      new_email: null,
    } as const;
    if (account.verification === "pending") {
      await updateAccount(tx, account.id, verified);
      return { ticket: await createTicket(tx, account.id, { authorised: true }) };
    }
    const email = account.new_email ?? account.email;
    const normalised = normaliseEmail(email);
    // Somebody else may have taken the address since the mail was sent.
    const holder = await findAccountByEmail(tx, normalised);
    if (holder && holder.id !== account.id) throw fail("InvalidToken");
    await updateAccount(tx, account.id, { ...verified, ...movedTo(email) });
    return null;
  },
});
