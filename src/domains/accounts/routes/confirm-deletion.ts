import Type from "typebox";
import { route } from "../../../declare/route.ts";
import { digestToken } from "../../../platform/secrets/vault.ts";
import { input, NoContent } from "../../../protocol/schema.ts";
import { scheduleDeletion } from "../actions/close-account.ts";
import { AllSessionsDeleted } from "../events.ts";
import { findAccountByDigest } from "../store/accounts.ts";

export const confirmDeletionRoute = route({
  id: "confirm_deletion_confirm_deletion",
  method: "PUT",
  path: "/auth/account/delete",
  summary: "Confirm a deletion with the code from the mail. The account is disabled now and deleted later.",
  auth: "none",
  limit: { bucket: "auth" },
  body: input("DataAccountDeletion", "The code.", { token: Type.String() }),
  reply: NoContent,
  errors: ["InvalidToken"],
  emits: [AllSessionsDeleted],
  async handle({ body, tx, services, fail }) {
    const account = await findAccountByDigest(tx, "deletion_digest", digestToken(body.token));
    if (!account || (account.deletion_time ?? 0) <= services.clock.now()) throw fail("InvalidToken");
    await scheduleDeletion(tx, account.id);
  },
});
