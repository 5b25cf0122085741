import type {
  AuthenticationResponseJSON,
  AuthenticatorTransportFuture,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from "@simplewebauthn/server";

/** The library is large, and a server without passkeys never needs it. */
const library = () => afterPolyfill(() => import("@simplewebauthn/server"));
const helpers = () => afterPolyfill(() => import("@simplewebauthn/server/helpers"));

/** The library imports this itself, but a bundle may run its modules in another order, and then it does not load. */
async function afterPolyfill<T>(load: () => Promise<T>): Promise<T> {
  await import("reflect-metadata");
  return load();
}

/** For whom credentials are created: the host, and the pages that may ask for them. */
export interface RelyingParty {
  readonly id: string;
  readonly origins: readonly string[];
}

/** A challenge that was issued, which a response has to repeat. */
export interface IssuedChallenge {
  readonly challenge: string;
  readonly relyingParty: RelyingParty;
}

/** The public part of a credential. The id and the key (COSE) are in base64url. */
interface PublicCredential {
  readonly id: string;
  readonly publicKey: string;
  readonly counter: number;
}

type KnownCredential = Pick<PublicCredential, "id"> & { readonly transports: readonly string[] };

/** Why a response was refused, for the log. It holds no secrets. */
export class WebAuthnError extends Error {
  override readonly name = "WebAuthnError";
}

/** EdDSA, ES256, RS256: every authenticator has one of them. */
const algorithms = [-8, -7, -257];

interface CreationRequest {
  readonly relyingParty: RelyingParty;
  readonly user: { readonly id: string; readonly name: string };
  /** What the user has already. */
  readonly known: readonly KnownCredential[];
  readonly timeoutMs: number;
}

/** Discoverable and with user verification, so that a credential can be the only step of a login. */
export async function creationOptions(
  request: CreationRequest,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { relyingParty, user, known, timeoutMs } = request;
  const { generateRegistrationOptions } = await library();
  return generateRegistrationOptions({
    rpID: relyingParty.id,
    rpName: relyingParty.id,
    userID: new TextEncoder().encode(user.id),
    userName: user.name,
    timeout: timeoutMs,
    attestationType: "none",
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
    excludeCredentials: known.map(describe),
    supportedAlgorithmIDs: algorithms,
  });
}

interface AssertionRequest {
  readonly relyingParty: RelyingParty;
  /** Empty: the user chooses among all that the device has for this host. */
  readonly known: readonly KnownCredential[];
  readonly timeoutMs: number;
}

export async function requestOptions(
  request: AssertionRequest,
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const { generateAuthenticationOptions } = await library();
  return generateAuthenticationOptions({
    rpID: request.relyingParty.id,
    timeout: request.timeoutMs,
    userVerification: "required",
    allowCredentials: request.known.map(describe),
  });
}

const describe = ({ id, transports }: KnownCredential) => ({
  id,
  transports: transports as AuthenticatorTransportFuture[],
});

/** The credential that a browser has created. Throws a WebAuthnError. */
export async function verifyCreation(
  response: RegistrationResponseJSON,
  { challenge, relyingParty }: IssuedChallenge,
): Promise<PublicCredential> {
  const { verifyRegistrationResponse } = await library();
  const { isoBase64URL } = await helpers();
  return asWebAuthnError(async () => {
    await refuseCrossOrigin(response);
    await refuseAttestation(response);
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: [...relyingParty.origins],
      expectedRPID: relyingParty.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    });
    if (!verified) throw new Error("the attestation is wrong");
    const { id, publicKey, counter } = registrationInfo.credential;
    if (id !== response.id) throw new Error("the id is not that of the credential");
    return { id, publicKey: isoBase64URL.fromBuffer(publicKey), counter };
  });
}

/** Refuses responses from a frame of another site, which could make users confirm what they do not see. */
async function refuseCrossOrigin({
  response,
}: RegistrationResponseJSON | AuthenticationResponseJSON): Promise<void> {
  const { decodeClientDataJSON } = await helpers();
  if (decodeClientDataJSON(response.clientDataJSON).crossOrigin === true)
    throw new Error("it comes from a frame of another site");
}

/**
 * No attestation is asked for. The statement of one would be a certificate of the client's choice, whose list of
 * revocations the library fetches from an address in it.
 */
async function refuseAttestation({ response }: RegistrationResponseJSON): Promise<void> {
  const { decodeAttestationObject, isoBase64URL } = await helpers();
  const decoded = decodeAttestationObject(isoBase64URL.toBuffer(response.attestationObject));
  const format = decoded.get("fmt");
  const isOwnSignature = format === "packed" && decoded.get("attStmt").get("x5c") === undefined;
  if (format !== "none" && !isOwnSignature) throw new Error("it holds an attestation");
}

/** The signature counter of a credential that answered a challenge. Throws a WebAuthnError. */
export async function verifyAssertion(
  response: AuthenticationResponseJSON,
  { challenge, relyingParty }: IssuedChallenge,
  { id, publicKey, counter }: PublicCredential,
): Promise<number> {
  const { verifyAuthenticationResponse } = await library();
  const { isoBase64URL } = await helpers();
  return asWebAuthnError(async () => {
    await refuseCrossOrigin(response);
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: [...relyingParty.origins],
      expectedRPID: relyingParty.id,
      requireUserVerification: true,
      credential: { id, publicKey: isoBase64URL.toBuffer(publicKey), counter },
    });
    if (!verified) throw new Error("the signature is wrong");
    return authenticationInfo.newCounter;
  });
}

/** The library throws an Error for whatever is wrong with a response, and one of any kind for one that it cannot read. */
async function asWebAuthnError<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    // Challenges are secrets, as long as they are valid.
    throw new WebAuthnError(/challenge/i.test(reason) ? "it is for another challenge" : reason.slice(0, 200));
  }
}
