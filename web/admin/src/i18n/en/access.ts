export const access = {
  logInTitle: "Administration",
  email: "E-mail address",
  password: "Password",
  logIn: "Log in",
  logOut: "Log out",
  sessionEnded: "The session has ended. Log in again.",
  secondFactor: "One more step",
  totpCode: "Code",
  totpHint: "The six digits of your authenticator app.",
  recoveryCode: "Recovery code",
  recoveryHint: "One of the codes that you wrote down. Each one works once.",
  useRecovery: "Use a recovery code",
  useTotp: "Use the authenticator app",
  confirmTitle: "Confirm that it is you",
  confirmHint:
    "Administration asks for a code again after 15 minutes. What you were doing goes on afterwards. A code that you have used already does not count: wait for the next one.",
  confirm: "Confirm",
  notPrivilegedTitle: "This account is not an operator",
  notPrivilegedHint:
    "Whoever runs this server can make it one, with this command on the machine. Another operator can do it here too, on the page of the person.",
  secondFactorTitle: "A second factor is needed",
  secondFactorHint:
    "Operators need an authenticator app. Turn it on in the chat, under Settings, Second factor, or have this command set it up on the machine. Then log in here again.",
  toSecondFactor: "To the settings",
} as const;
