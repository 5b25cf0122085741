import Type, { type Static } from "typebox";
import { Id, input, model, Token } from "../../protocol/schema.ts";

/** More than anybody has, and few enough for one list. */
export const maxPasskeys = 25;

const base64url = (maxLength: number) =>
  Type.String({ maxLength, pattern: "^[A-Za-z0-9_-]*$", description: "Base64url." });
/** The longest that the standard allows: 1,023 bytes. */
const CredentialId = base64url(1_364);
const credentialType = Type.Literal("public-key");
const PasskeyName = Type.String({ minLength: 1, maxLength: 64, description: "What the owner calls it." });
const maxTransports = 8;
const Transports = Type.Array(Type.String({ maxLength: 32 }), { maxItems: maxTransports });

/** What browsers know of a response besides these fields is not used, and dropped. */
const credential = {
  id: CredentialId,
  rawId: CredentialId,
  type: credentialType,
};

export const PasskeyAssertion = input(
  "PasskeyAssertion",
  "What a browser returns for a challenge: AuthenticationResponseJSON of WebAuthn.",
  {
    token: Type.With(Token, { description: "Came with the challenge." }),
    credential: Type.Object({
      ...credential,
      response: Type.Object({
        clientDataJSON: base64url(4_096),
        authenticatorData: base64url(2_048),
        signature: base64url(1_024),
        userHandle: Type.Optional(base64url(128)),
      }),
    }),
  },
);
export type PasskeyAssertion = Static<typeof PasskeyAssertion>;

export const CreatePasskeyBody = input(
  "DataCreatePasskey",
  "What a browser returns for a challenge: RegistrationResponseJSON of WebAuthn.",
  {
    token: Type.With(Token, { description: "Came with the challenge." }),
    name: PasskeyName,
    second_factor: Type.Optional(
      Type.Boolean({ description: "Whether a passkey is needed after the password from now on." }),
    ),
    credential: Type.Object({
      ...credential,
      response: Type.Object({
        clientDataJSON: base64url(4_096),
        attestationObject: base64url(4_096),
        transports: Type.Optional(Transports),
      }),
    }),
  },
);
export type CreatePasskeyBody = Static<typeof CreatePasskeyBody>;

export const EditPasskeyBody = input("DataEditPasskey", "Changes to a passkey.", { name: PasskeyName });

export const PasskeyFactorBody = input("DataPasskeyFactor", "How the passkeys of an account are used.", {
  enabled: Type.Boolean({ description: "Whether one of them is needed after the password." }),
});

export const Passkey = model("Passkey", "A passkey of the caller.", {
  _id: Id,
  name: Type.String(),
  created_at: Type.String({ description: "ISO 8601." }),
  last_used_at: Type.Optional(Type.String({ description: "ISO 8601." })),
});
export type Passkey = Static<typeof Passkey>;

const RecoveryCodes = Type.Array(Type.String(), {
  maxItems: 10,
  description: "New ones, if a second factor was turned on and there were none.",
});

export const Passkeys = model("Passkeys", "The passkeys of the caller.", {
  second_factor: Type.Boolean({ description: "Whether one of them is needed after the password." }),
  passkeys: Type.Array(Passkey, { maxItems: maxPasskeys }),
});
export type Passkeys = Static<typeof Passkeys>;

export const CreatedPasskey = model("CreatedPasskey", "A passkey that was just added.", {
  passkey: Passkey,
  recovery_codes: RecoveryCodes,
});
export type CreatedPasskey = Static<typeof CreatedPasskey>;

export const PasskeyFactor = model("PasskeyFactor", "What turning the second factor on has changed.", {
  recovery_codes: RecoveryCodes,
});
export type PasskeyFactor = Static<typeof PasskeyFactor>;

const described = Type.Array(
  Type.Object(
    { id: Type.String(), type: credentialType, transports: Type.Optional(Transports) },
    { additionalProperties: false },
  ),
  { maxItems: maxPasskeys },
);
const challenge = {
  challenge: Type.String({ description: "Base64url." }),
  timeout: Type.Integer({ description: "Milliseconds." }),
};
const beginning = { token: Type.String({ description: "To be sent with what the browser returns." }) };

export const PasskeyCreation = model("PasskeyCreation", "How to create a passkey.", {
  ...beginning,
  options: Type.Object(
    {
      ...challenge,
      rp: Type.Object({ id: Type.String(), name: Type.String() }),
      user: Type.Object({ id: Type.String(), name: Type.String(), displayName: Type.String() }),
      pubKeyCredParams: Type.Array(Type.Object({ alg: Type.Integer(), type: credentialType }), {
        maxItems: 8,
      }),
      excludeCredentials: described,
      authenticatorSelection: Type.Object({
        residentKey: Type.String(),
        requireResidentKey: Type.Boolean(),
        userVerification: Type.String(),
      }),
      attestation: Type.String(),
      extensions: Type.Object({ credProps: Type.Boolean() }),
      hints: Type.Array(Type.String(), { maxItems: 3 }),
    },
    { description: "PublicKeyCredentialCreationOptionsJSON of WebAuthn." },
  ),
});
export type PasskeyCreation = Static<typeof PasskeyCreation>;

export const PasskeyRequest = model("PasskeyRequest", "How to ask for a passkey.", {
  ...beginning,
  options: Type.Object(
    {
      ...challenge,
      rpId: Type.String(),
      allowCredentials: described,
      userVerification: Type.String(),
    },
    { description: "PublicKeyCredentialRequestOptionsJSON of WebAuthn." },
  ),
});
export type PasskeyRequest = Static<typeof PasskeyRequest>;
