import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from "@simplewebauthn/browser";
import { TypedError } from "./describe-error.ts";

const library = () => import("@simplewebauthn/browser");

/** How the server begins: with a token that goes back to it, and the options for the browser. */
interface Beginning {
  readonly token: string;
  readonly options: object;
}

interface Answer<Credential> {
  readonly token: string;
  readonly credential: Credential;
}

/** Asks for a passkey. Throws a TypedError that says what is in the way. */
export async function getPasskey(
  begin: () => Promise<Beginning>,
): Promise<Answer<AuthenticationResponseJSON>> {
  requireSupport();
  const { startAuthentication } = await library();
  const { token, options } = await begin();
  const optionsJSON = options as PublicKeyCredentialRequestOptionsJSON;
  return { token, credential: await startAuthentication({ optionsJSON }).catch(throwProblem) };
}

/** Creates a passkey. Throws a TypedError that says what is in the way. */
export async function makePasskey(
  { token, options }: Beginning,
  user: { readonly name: string; readonly displayName: string },
): Promise<Answer<RegistrationResponseJSON>> {
  requireSupport();
  const { startRegistration } = await library();
  const given = options as PublicKeyCredentialCreationOptionsJSON;
  // What the device shows in its list: the name here says more than an address.
  const optionsJSON = { ...given, user: { ...given.user, ...user } };
  return { token, credential: await startRegistration({ optionsJSON }).catch(throwProblem) };
}

/**
 * Offers the passkeys of the device in a field whose `autocomplete` ends with `webauthn`, until somebody chooses one.
 * Undefined if the browser cannot, or if something else takes its place.
 */
export async function offerPasskeys(
  begin: () => Promise<Beginning>,
): Promise<Answer<AuthenticationResponseJSON> | undefined> {
  if (typeof PublicKeyCredential === "undefined") return undefined;
  const { browserSupportsWebAuthnAutofill, startAuthentication } = await library();
  if (!(await browserSupportsWebAuthnAutofill())) return undefined;
  const { token, options } = await begin();
  const optionsJSON = options as PublicKeyCredentialRequestOptionsJSON;
  const credential = await startAuthentication({ optionsJSON, useBrowserAutofill: true }).catch(
    () => undefined,
  );
  return credential && { token, credential };
}

/** Ends what is offered, if anything is. */
export async function stopOffer(): Promise<void> {
  if (typeof PublicKeyCredential === "undefined") return;
  (await library()).WebAuthnAbortService.cancelCeremony();
}

function requireSupport(): void {
  // Browsers have them on pages over TLS alone, and on those of this machine.
  if (!isSecureContext) throw new TypedError("PasskeyInsecure");
  if (typeof PublicKeyCredential === "undefined") throw new TypedError("PasskeyUnsupported");
}

const problems: Readonly<Record<string, string>> = {
  ERROR_CEREMONY_ABORTED: "PasskeyCancelled",
  ERROR_INVALID_DOMAIN: "PasskeyElsewhere",
  ERROR_INVALID_RP_ID: "PasskeyElsewhere",
  ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED: "PasskeyKnown",
  ERROR_AUTHENTICATOR_MISSING_DISCOVERABLE_CREDENTIAL_SUPPORT: "PasskeyUnsuitable",
  ERROR_AUTHENTICATOR_MISSING_USER_VERIFICATION_SUPPORT: "PasskeyUnsuitable",
  ERROR_AUTHENTICATOR_NO_SUPPORTED_PUBKEYCREDPARAMS_ALG: "PasskeyUnsuitable",
};

/** Browsers have one error for whoever cancels, takes too long, or has no passkey: they do not tell which. */
function throwProblem(thrown: unknown): never {
  const { name, code } = Object(thrown) as { name?: string; code?: string };
  const type = name === "NotAllowedError" ? "PasskeyCancelled" : problems[code ?? ""];
  throw new TypedError(type ?? "PasskeyFailed", { cause: thrown });
}

/** What a server says that does not accept a passkey, as an error that has words of its own. */
export function asRefusedPasskey(thrown: unknown): never {
  const isRefused = thrown instanceof TypedError && thrown.type === "InvalidToken";
  throw isRefused ? new TypedError("PasskeyRefused", { cause: thrown }) : thrown;
}
