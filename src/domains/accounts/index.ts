/** The public interface of the accounts domain. */
export { disableAccount, enableAccount } from "./actions/close-account.ts";
export {
  type AddressError,
  checkEmail,
  checkPassword,
  checkShield,
  type PasswordError,
} from "./actions/guards.ts";
export { allMethodsOf, mayUsePassword } from "./actions/mfa.ts";
export { deliveryJob, notifyDevices, notifyUsers } from "./actions/notify-devices.ts";
export { purgeAccount, purgedAccount } from "./actions/purge-account.ts";
export { announceAccess } from "./actions/record-sign-in.ts";
export { makeRecoveryCodes, sealRecoveryCodes } from "./actions/recovery-codes.ts";
export { createRecoveryLink, recoveryObstacle } from "./actions/recovery-links.ts";
export { createAccount, registerIdentified } from "./actions/register.ts";
export { createRegistrationInvite } from "./actions/registration-invites.ts";
export { endAllSessions, endSession } from "./actions/sessions.ts";
export { commitThenThrow, type StepContext } from "./actions/steps.ts";
export { consumeFactorTicket, consumeTicket, createTicket, takeTicket } from "./actions/tickets.ts";
export { sealTotpSecret, setUpSecondFactor } from "./actions/totp.ts";
export { viewAccount } from "./actions/view-account.ts";
export { viewSignInsOf } from "./actions/view-sign-ins.ts";
export { changeAccount, requireNamedAccount } from "./commands/change-account.ts";
export { preparePassword } from "./commands/prepare-password.ts";
export { AllSessionsDeleted, LoggedOut, SessionDeleted } from "./events.ts";
export { AccountPurged, SignInsOf, SignInsRevoked, TicketExchanged } from "./hooks.ts";
export { accountSections, Email, HostHeader, Password, WebPushSubscription } from "./model.ts";
export {
  type CallNotification,
  type Device,
  type DeviceNotification,
  type FriendNotification,
  type MessageNotification,
  PushNotification,
} from "./notification-model.ts";
export { isEmail, isPlaceholder, normaliseEmail } from "./rules/email.ts";
export { limitTier } from "./rules/limit-tier.ts";
export { hasSecondFactor } from "./rules/second-factor.ts";
export { isSessionExpired, lastUseLag } from "./rules/session-expiry.ts";
export { signInPage } from "./rules/sign-in-page.ts";
export { findTotpStep, makeTotpSecret, totpUri } from "./rules/totp.ts";
export { findAccount, findAccountByEmail, listAccountsAmong, requireAccount } from "./store/accounts.ts";
export { findShown, listBadged, putShown } from "./store/badges.ts";
export { listDevices, listSubscribed, mayHaveDevices, removeSubscription } from "./store/devices.ts";
export { deleteInvite, listInvites } from "./store/invites.ts";
export {
  confirmSession,
  findSession,
  listSessions,
  setSubscription,
  touchSession,
} from "./store/sessions.ts";
export { deleteTicket, findFreshTicket } from "./store/tickets.ts";
export type { AccountRow, AccountsTables, RegistrationInviteRow, SessionRow } from "./tables.ts";
