import type { Domain } from "../../declare/domain.ts";
import { accountCommands } from "./commands/accounts.ts";
import { inviteCommands } from "./commands/invites.ts";
import { AllSessionsDeleted, LoggedOut, SessionDeleted } from "./events.ts";
import { deleteScheduledAccounts, sendMail, sweepTickets } from "./jobs.ts";
import { changeEmail } from "./routes/change-email.ts";
import { changePassword } from "./routes/change-password.ts";
import { confirmDeletion } from "./routes/confirm-deletion.ts";
import { createAccount } from "./routes/create-account.ts";
import { createTicket } from "./routes/create-ticket.ts";
import { deleteAccount } from "./routes/delete-account.ts";
import { disableAccount } from "./routes/disable-account.ts";
import { disableTotp } from "./routes/disable-totp.ts";
import { editSession } from "./routes/edit-session.ts";
import { enableTotp } from "./routes/enable-totp.ts";
import { fetchAccount } from "./routes/fetch-account.ts";
import { fetchMfaMethods } from "./routes/fetch-mfa-methods.ts";
import { fetchMfaStatus } from "./routes/fetch-mfa-status.ts";
import { fetchRecoveryCodes } from "./routes/fetch-recovery-codes.ts";
import { fetchSessions } from "./routes/fetch-sessions.ts";
import { generateRecoveryCodes } from "./routes/generate-recovery-codes.ts";
import { generateTotpSecret } from "./routes/generate-totp-secret.ts";
import { login } from "./routes/login.ts";
import { logout } from "./routes/logout.ts";
import { resendVerification } from "./routes/resend-verification.ts";
import { resetPassword } from "./routes/reset-password.ts";
import { revokeAllSessions } from "./routes/revoke-all-sessions.ts";
import { revokeSession } from "./routes/revoke-session.ts";
import { sendPasswordReset } from "./routes/send-password-reset.ts";
import { verifyEmail } from "./routes/verify-email.ts";

export const accounts: Domain = {
  name: "accounts",
  routes: [
    createAccount,
    resendVerification,
    verifyEmail,
    fetchAccount,
    changePassword,
    changeEmail,
    sendPasswordReset,
    resetPassword,
    deleteAccount,
    confirmDeletion,
    disableAccount,
    login,
    logout,
    fetchSessions,
    revokeAllSessions,
    editSession,
    revokeSession,
    createTicket,
    fetchMfaStatus,
    fetchMfaMethods,
    fetchRecoveryCodes,
    generateRecoveryCodes,
    generateTotpSecret,
    enableTotp,
    disableTotp,
  ],
  events: [SessionDeleted, AllSessionsDeleted, LoggedOut],
  jobs: [sendMail, deleteScheduledAccounts, sweepTickets],
  commands: [...accountCommands, ...inviteCommands],
};
