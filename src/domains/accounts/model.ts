import Type, { type Static } from "typebox";
import { Id, input, maxListed, model, named, Token } from "../../protocol/schema.ts";
import { maxSignIns, SignIn } from "../../protocol/sign-in.ts";
import { PasskeyAssertion, Passkeys } from "./passkey-model.ts";

/** Longer than an address can be, so that the rules on addresses decide. */
export const Email = Type.String({ maxLength: 1_024, description: "E-mail address." });
/** Passwords need no maximum; this one keeps them from being used as storage for a whole body. */
export const Password = Type.String({ maxLength: 16_384 });
const Code = Type.String({ maxLength: 128 });
const Captcha = Type.Optional(
  Type.String({ maxLength: 16_384, description: "hCaptcha response, if the instance requires one." }),
);

export const CreateAccountBody = input("DataCreateAccount", "A new account.", {
  email: Email,
  password: Password,
  invite: Type.Optional(
    Type.String({ maxLength: 128, description: "Invite code, if registration requires one." }),
  ),
  captcha: Captcha,
});

export const EmailRequestBody = input("DataResendVerification", "An address to send mail to.", {
  email: Email,
  captcha: Captcha,
});

export const AccountInfo = model("AccountInfo", "The caller's account.", { _id: Id, email: Email });

export const MfaMethod = named("MFAMethod", Type.Enum(["Password", "Totp", "Recovery"]));
export type MfaMethod = Static<typeof MfaMethod>;

export const MfaResponse = named(
  "MFAResponse",
  Type.Union([
    Type.Object({ password: Password }),
    Type.Object({ recovery_code: Code }),
    Type.Object({ totp_code: Code }),
    Type.Object({ passkey: PasskeyAssertion }),
  ]),
);
export type MfaResponse = Static<typeof MfaResponse>;

export const MfaTicket = model("MFATicket", "Proof of identity, valid for 5 minutes.", {
  _id: Id,
  account_id: Id,
  token: Type.String(),
  validated: Type.Boolean({ description: "May be used once for a sensitive action, in X-MFA-Ticket." }),
  authorised: Type.Boolean({ description: "May be used to log in without further proof." }),
  last_totp_code: Type.Null(),
});
export type MfaTicket = Static<typeof MfaTicket>;

export const MfaStatus = model("MultiFactorStatus", "Which MFA methods are enabled.", {
  email_otp: Type.Boolean(),
  trusted_handover: Type.Boolean(),
  email_mfa: Type.Boolean(),
  totp_mfa: Type.Boolean(),
  security_key_mfa: Type.Boolean(),
  recovery_active: Type.Boolean(),
  has_password: Type.Boolean({
    description:
      "Whether the account has a password. Without one, tickets take the place of `current_password`.",
  }),
});
export type MfaStatus = Static<typeof MfaStatus>;

export const VerifyReply = named(
  "ResponseVerify",
  Type.Union([
    Type.Null({ description: "The account's address was changed." }),
    Type.Object(
      { ticket: MfaTicket },
      { additionalProperties: false, description: "A ticket with which the new account can log in." },
    ),
  ]),
);
export type VerifyReply = Static<typeof VerifyReply>;

export const SignInHistory = model(
  "SignInHistory",
  "The last sign-ins, and whether new devices are announced.",
  {
    notify_new_devices: Type.Boolean(),
    sign_ins: Type.Array(SignIn, { maxItems: maxSignIns }),
  },
);
export type SignInHistory = Static<typeof SignInHistory>;

export const SessionName = Type.String({ maxLength: 512, description: "Name of the session." });
const friendlyName = Type.Optional(SessionName);
const deviceId = Type.Optional(
  Type.String({
    minLength: 16,
    maxLength: 64,
    description:
      "A secret that the client keeps on its device, by which sign-ins on new devices are told apart.",
  }),
);

export const LoginBody = named(
  "DataLogin",
  Type.Union([
    Type.Object({ email: Email, password: Password, friendly_name: friendlyName, device_id: deviceId }),
    Type.Object({
      mfa_ticket: Token,
      mfa_response: Type.Optional(MfaResponse),
      friendly_name: friendlyName,
      device_id: deviceId,
    }),
    Type.Object({ passkey: PasskeyAssertion, friendly_name: friendlyName, device_id: deviceId }),
  ]),
);

export const WebPushSubscription = model("WebPushSubscription", "Where push notifications are sent.", {
  endpoint: Type.String({ maxLength: 2_048, description: "A URL, or `fcm` or `apn`." }),
  p256dh: Type.String({ maxLength: 512 }),
  auth: Type.String({ maxLength: 4_096, description: "With `fcm` and `apn`, the device's token." }),
});
export type WebPushSubscription = Static<typeof WebPushSubscription>;

export const LoginReply = named(
  "ResponseLogin",
  Type.Union([
    model("LoginSuccess", "Logged in.", {
      result: Type.Literal("Success"),
      _id: Id,
      user_id: Id,
      token: Type.String({ description: "Send it as X-Session-Token. It is returned only here." }),
      name: Type.String(),
      last_seen: Type.String({ description: "ISO 8601." }),
      origin: Type.Optional(
        Type.String({
          description: "Host of the server the session is for, if a public address is configured.",
        }),
      ),
      subscription: Type.Optional(WebPushSubscription),
    }),
    model("LoginMFA", "A second factor is needed: log in again with the ticket.", {
      result: Type.Literal("MFA"),
      ticket: Type.String(),
      allowed_methods: Type.Array(MfaMethod, { maxItems: 3 }),
      passkey: Type.Optional(Type.Boolean({ description: "Whether a passkey is a way as well." })),
    }),
    model("LoginDisabled", "The account is disabled.", { result: Type.Literal("Disabled"), user_id: Id }),
  ]),
);
export type LoginReply = Static<typeof LoginReply>;

export const SessionInfo = model("SessionInfo", "A session, without its token.", {
  _id: Id,
  name: Type.String(),
});
export type SessionInfo = Static<typeof SessionInfo>;

/** What the settings of an account show. */
export const accountSections = {
  account: AccountInfo,
  mfa: MfaStatus,
  methods: Type.Array(MfaMethod, { maxItems: 3 }),
  passkeys: Passkeys,
  sessions: Type.Array(SessionInfo, { maxItems: maxListed }),
  sign_ins: SignInHistory,
};

/** Tells under which address the client has called. */
export const HostHeader = Type.Object({
  host: Type.Optional(
    Type.String({
      maxLength: 300,
      description: "The address of the server, if no public one is configured.",
    }),
  ),
});
