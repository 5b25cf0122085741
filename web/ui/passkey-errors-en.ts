/** What is in the way of a passkey, by the type of the error, for the catalogues of all pages. */
export const passkeyErrorsEn = {
  PasskeyCancelled: "The passkey was not used: it was cancelled, took too long, or this device has none.",
  PasskeyUnsupported: "This browser knows no passkeys. Use another one, or another way to log in.",
  PasskeyInsecure: "Browsers allow passkeys only over HTTPS. Open this page with https://.",
  PasskeyElsewhere:
    "Passkeys of this server do not work at this address. Open the page at its public address.",
  PasskeyKnown: "This device already has a passkey of yours for this server.",
  PasskeyUnsuitable: "This device cannot keep such a passkey. Use another one, such as your phone.",
  PasskeyFailed: "The device could not use the passkey. Try again.",
  PasskeyRefused: "The server did not accept this passkey. It may have been removed from your account.",
};
