import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";
import { type Cbor, encodeCbor, join } from "./cbor.ts";

interface Challenge {
  readonly token: string;
  readonly options: { readonly challenge: string };
}

export interface Creation extends Challenge {
  readonly options: {
    readonly challenge: string;
    readonly rp: { readonly id: string };
    readonly user: { readonly id: string };
  };
}

export interface Request extends Challenge {
  readonly options: { readonly challenge: string; readonly rpId: string };
}

/** In what an answer can be wrong. */
export interface Lies {
  readonly origin?: string;
  readonly rpId?: string;
  readonly challenge?: string;
  readonly type?: string;
  readonly counter?: number;
  readonly isUnverified?: boolean;
  readonly crossOrigin?: boolean;
  readonly userHandle?: string;
  readonly credentialId?: Uint8Array;
  /** Of the statement of attestation. */
  readonly format?: string;
  readonly statement?: Map<string, Cbor>;
  readonly padding?: number;
  /** Signs with another key. */
  readonly isForged?: boolean;
}

const present = 1;
const verified = 4;
const attested = 64;

/** A passkey in software: its own key pair, and what an authenticator and a browser write around it. */
export class Authenticator {
  readonly #origin: string;
  readonly #keys = generateKeyPairSync("ec", { namedCurve: "P-256" });
  #id: Uint8Array = randomBytes(32);
  #userHandle = "";
  counter = 0;

  constructor(origin: string) {
    this.#origin = origin;
  }

  /** What the browser sends after `navigator.credentials.create`. */
  create({ token, options }: Creation, lies: Lies = {}) {
    this.#id = lies.credentialId ?? this.#id;
    this.#userHandle = options.user.id;
    const length = Uint8Array.of(this.#id.length >> 8, this.#id.length & 255);
    const data = join(
      this.#data(options.rp.id, attested, lies),
      new Uint8Array(16),
      length,
      this.#id,
      encodeCbor(coseKey(this.#keys.publicKey)),
    );
    const object = new Map<string, Cbor>([
      ["fmt", lies.format ?? "none"],
      ["attStmt", lies.statement ?? new Map()],
      ["authData", data],
    ]);
    if (lies.padding) object.set("padding", new Uint8Array(lies.padding));
    return {
      token,
      credential: this.#credential({
        clientDataJSON: this.#clientData("webauthn.create", options, lies),
        attestationObject: encode(encodeCbor(object)),
        transports: ["internal"],
      }),
    };
  }

  /** What the browser sends after `navigator.credentials.get`. */
  answer({ token, options }: Request, lies: Lies = {}) {
    if (this.counter > 0) this.counter++;
    const clientDataJSON = this.#clientData("webauthn.get", options, lies);
    const data = this.#data(options.rpId, 0, lies);
    const digest = createHash("sha256").update(Buffer.from(clientDataJSON, "base64url")).digest();
    const { privateKey } = lies.isForged ? generateKeyPairSync("ec", { namedCurve: "P-256" }) : this.#keys;
    return {
      token,
      credential: this.#credential({
        clientDataJSON,
        authenticatorData: encode(data),
        signature: encode(sign("sha256", join(data, digest), privateKey)),
        userHandle: lies.userHandle ?? this.#userHandle,
      }),
    };
  }

  #credential<Response extends object>(response: Response) {
    const id = encode(this.#id);
    return { id, rawId: id, type: "public-key", response, clientExtensionResults: {} };
  }

  #clientData(type: string, { challenge }: Challenge["options"], lies: Lies): string {
    const data = {
      type: lies.type ?? type,
      challenge: lies.challenge ?? challenge,
      origin: lies.origin ?? this.#origin,
      crossOrigin: lies.crossOrigin ?? false,
    };
    return encode(new TextEncoder().encode(JSON.stringify(data)));
  }

  #data(rpId: string, flags: number, lies: Lies): Uint8Array {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(lies.counter ?? this.counter);
    const host = createHash("sha256")
      .update(lies.rpId ?? rpId)
      .digest();
    return join(host, Uint8Array.of(flags | present | (lies.isUnverified ? 0 : verified)), counter);
  }
}

const encode = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64url");

/** ES256 as a COSE key. */
function coseKey(key: KeyObject): Map<number, Cbor> {
  const { x = "", y = "" } = key.export({ format: "jwk" });
  return new Map<number, Cbor>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, Buffer.from(x, "base64url")],
    [-3, Buffer.from(y, "base64url")],
  ]);
}
