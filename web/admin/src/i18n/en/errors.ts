import { passkeyErrorsEn } from "@ui/passkey-errors-en.ts";

/** What went wrong and what to do, by the type of the server's error. */
export const errors = {
  NetworkError: "The server cannot be reached. Check your connection and try again.",
  InternalError: "The server failed. Its log says why.",
  RateLimited: "That was too quick. Wait a few seconds and try again.",
  InvalidCredentials: "The e-mail address or the password is wrong.",
  UnverifiedAccount: "The address of this account is not confirmed yet.",
  DisabledAccount: "This account is disabled.",
  LockedOut: "Too many failed attempts. Wait a few minutes.",
  InvalidToken: "This code is wrong, or was used already. Each one works once: wait for the next.",
  ...passkeyErrorsEn,
  InvalidSession: "This session has ended. Log in again.",
  NotFound: "That does not exist any more.",
  UnknownUser: "There is nobody with this id any more.",
  UnknownServer: "This server does not exist any more.",
  UnknownMessage: "This message does not exist any more.",
  FailedValidation: "The server does not take this. Check what you have entered.",
  NotPrivileged: "This account is not an operator.",
  SecondFactorRequired: "This account has no second factor.",
  ConfirmationRequired: "Confirm with a passkey or a code of your authenticator that it is you.",
  InvalidOperation: "Nobody can do this to their own account.",
  OperationFailed: "The server cannot do this now. Try again in a moment.",
} as const;
