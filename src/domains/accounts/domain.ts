import type { Domain } from "../../declare/domain.ts";
import { on } from "../../declare/hook-listener.ts";
import { provide } from "../../declare/query-provider.ts";
import {
  CountBoundToSecrets,
  countOf,
  personalRows,
  SecretsReplaced,
  Statistics,
} from "../operators/index.ts";
import { withLocations } from "./actions/view-sign-ins.ts";
import { accountCommands } from "./commands/accounts.ts";
import { inviteCommands } from "./commands/invites.ts";
import { AllSessionsDeleted, LoggedOut, SessionDeleted } from "./events.ts";
import {
  deleteExpiredSessionsJob,
  deleteExpiredTicketsJob,
  deleteScheduledAccounts,
  sendMail,
} from "./jobs.ts";
import { mailsSent } from "./metrics.ts";
import { decoyHash, geoIp } from "./resources.ts";
import { beginPasskeyRoute } from "./routes/begin-passkey.ts";
import { beginPasskeyProofRoute } from "./routes/begin-passkey-proof.ts";
import { beginPasskeySignInRoute } from "./routes/begin-passkey-sign-in.ts";
import { changeEmailRoute } from "./routes/change-email.ts";
import { changePasswordRoute } from "./routes/change-password.ts";
import { confirmDeletionRoute } from "./routes/confirm-deletion.ts";
import { createAccountRoute } from "./routes/create-account.ts";
import { createPasskeyRoute } from "./routes/create-passkey.ts";
import { createTicketRoute } from "./routes/create-ticket.ts";
import { deleteAccountRoute } from "./routes/delete-account.ts";
import { deletePasskeyRoute } from "./routes/delete-passkey.ts";
import { disableAccountRoute } from "./routes/disable-account.ts";
import { disableTotpRoute } from "./routes/disable-totp.ts";
import { editPasskeyRoute } from "./routes/edit-passkey.ts";
import { editSessionRoute } from "./routes/edit-session.ts";
import { editSignInNoticesRoute } from "./routes/edit-sign-in-notices.ts";
import { enableTotpRoute } from "./routes/enable-totp.ts";
import { fetchAccountRoute } from "./routes/fetch-account.ts";
import { fetchMfaMethodsRoute } from "./routes/fetch-mfa-methods.ts";
import { fetchMfaStatusRoute } from "./routes/fetch-mfa-status.ts";
import { fetchPasskeysRoute } from "./routes/fetch-passkeys.ts";
import { fetchRecoveryCodesRoute } from "./routes/fetch-recovery-codes.ts";
import { fetchSessionsRoute } from "./routes/fetch-sessions.ts";
import { fetchSignInsRoute } from "./routes/fetch-sign-ins.ts";
import { generateRecoveryCodesRoute } from "./routes/generate-recovery-codes.ts";
import { generateTotpSecretRoute } from "./routes/generate-totp-secret.ts";
import { loginRoute } from "./routes/login.ts";
import { logoutRoute } from "./routes/logout.ts";
import { resendVerificationRoute } from "./routes/resend-verification.ts";
import { resetPasswordRoute } from "./routes/reset-password.ts";
import { revokeAllSessionsRoute } from "./routes/revoke-all-sessions.ts";
import { revokeSessionRoute } from "./routes/revoke-session.ts";
import { sendPasswordResetRoute } from "./routes/send-password-reset.ts";
import { setPasskeyFactorRoute } from "./routes/set-passkey-factor.ts";
import { undoEmailChangeRoute } from "./routes/undo-email-change.ts";
import { verifyEmailRoute } from "./routes/verify-email.ts";
import { findAccount } from "./store/accounts.ts";
import { listPasskeys } from "./store/passkeys.ts";
import { countRecoveryCodes, countSecondFactors, removeSecondFactors } from "./store/second-factors.ts";
import { listSessions } from "./store/sessions.ts";
import { listSignIns } from "./store/sign-ins.ts";

/** Registration, login, sessions, second factors, deletion. */
export const accounts: Domain = {
  name: "accounts",
  routes: [
    createAccountRoute,
    resendVerificationRoute,
    verifyEmailRoute,
    fetchAccountRoute,
    changePasswordRoute,
    changeEmailRoute,
    undoEmailChangeRoute,
    sendPasswordResetRoute,
    resetPasswordRoute,
    deleteAccountRoute,
    confirmDeletionRoute,
    disableAccountRoute,
    loginRoute,
    logoutRoute,
    fetchSessionsRoute,
    fetchSignInsRoute,
    editSignInNoticesRoute,
    revokeAllSessionsRoute,
    editSessionRoute,
    revokeSessionRoute,
    createTicketRoute,
    fetchMfaStatusRoute,
    fetchMfaMethodsRoute,
    fetchRecoveryCodesRoute,
    generateRecoveryCodesRoute,
    generateTotpSecretRoute,
    enableTotpRoute,
    disableTotpRoute,
    fetchPasskeysRoute,
    beginPasskeyRoute,
    createPasskeyRoute,
    setPasskeyFactorRoute,
    editPasskeyRoute,
    deletePasskeyRoute,
    beginPasskeySignInRoute,
    beginPasskeyProofRoute,
  ],
  events: [SessionDeleted, AllSessionsDeleted, LoggedOut],
  jobs: [sendMail, deleteScheduledAccounts, deleteExpiredSessionsJob, deleteExpiredTicketsJob],
  commands: [...accountCommands, ...inviteCommands],
  counters: [mailsSent],
  resources: [decoyHash, geoIp],
  hooks: [on(SecretsReplaced, removeSecondFactors)],
  providers: [
    provide(CountBoundToSecrets, countSecondFactors),
    provide(CountBoundToSecrets, countRecoveryCodes),
    provide(Statistics, countOf("accounts")),
    provide(Statistics, countOf("sessions")),
    personalRows("account.json", async (db, userId) => {
      const account = await findAccount(db, userId);
      if (!account) return [];
      const { id, email, new_email, disabled, verification, deletion, deletion_time, totp } = account;
      return [{ id, email, new_email, disabled, verification, deletion, deletion_time, totp }];
    }),
    personalRows("sign-ins.json", async (db, userId) =>
      withLocations(
        db,
        (await listSignIns(db, userId)).map(({ account_id: _, ...signIn }) => signIn),
      ),
    ),
    personalRows("sessions.json", async (db, userId) =>
      (await listSessions(db, userId)).map(({ id, name, last_seen }) => ({ id, name, last_seen })),
    ),
    personalRows("passkeys.json", async (db, userId) =>
      (await listPasskeys(db, userId)).map(({ account_id, counter, ...passkey }) => passkey),
    ),
  ],
};
