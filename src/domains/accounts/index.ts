/** The public interface of the accounts domain. */
export { disableAccount, enableAccount } from "./actions/close-account.ts";
export { checkEmail, checkShield } from "./actions/guards.ts";
export { methodsOf } from "./actions/mfa.ts";
export { replacePassword } from "./actions/password.ts";
export { purgeAccount } from "./actions/purge-account.ts";
export { createAccount, registerIdentified, takeOverPending } from "./actions/register.ts";
export { createRegistrationInvite } from "./actions/registration-invites.ts";
export { endAllSessions, endSession } from "./actions/sessions.ts";
export { commitThenThrow, type StepContext } from "./actions/steps.ts";
export { consumeTicket, createTicket, takeTicket } from "./actions/tickets.ts";
export { setUpSecondFactor } from "./actions/totp.ts";
export { changeAccount, requireNamedAccount } from "./commands/change-account.ts";
export { preparePassword } from "./commands/prepare-password.ts";
export { AllSessionsDeleted, LoggedOut, SessionDeleted } from "./events.ts";
export { AccountPurged } from "./hooks.ts";
export { WebPushSubscription } from "./model.ts";
export { isEmail, normaliseEmail } from "./rules/email.ts";
export { limitTier } from "./rules/limit-tier.ts";
export { isSessionExpired } from "./rules/session-expiry.ts";
export { signInPage } from "./rules/sign-in-page.ts";
export { totpUri } from "./rules/totp.ts";
export { findAccount, findAccountByEmail, listAccountsAmong, requireAccount } from "./store/accounts.ts";
export { deleteInvite, listInvites } from "./store/invites.ts";
export {
  confirmSession,
  findSession,
  listSessions,
  setSubscription,
  touchSession,
} from "./store/sessions.ts";
export type { AccountRow, AccountsTables, RegistrationInviteRow, SessionRow } from "./tables.ts";
