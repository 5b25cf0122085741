const curve = { name: "ECDH", namedCurve: "P-256" } as const;
/** The size of the one record that a message has; all services accept a message of this size (RFC 8030, section 7.2). */
const recordSize = 4_096;
const saltBytes = 16;

/** The keys of a subscription (RFC 8291, section 3). */
interface ReceiverKeys {
  /** An uncompressed point of the curve P-256. */
  readonly publicKey: Uint8Array<ArrayBuffer>;
  readonly authSecret: Uint8Array<ArrayBuffer>;
}

/** What is new for every message. Only the example in the RFC has it given. */
interface MessageSecrets {
  readonly salt: Uint8Array<ArrayBuffer>;
  readonly senderKeys: CryptoKeyPair;
}

/** Encrypts a message for one browser, in the encoding `aes128gcm` (RFC 8291 and 8188). */
export async function encryptPayload(
  text: string,
  { publicKey, authSecret }: ReceiverKeys,
  secrets?: MessageSecrets,
): Promise<Uint8Array<ArrayBuffer>> {
  const { salt, senderKeys } = secrets ?? (await newSecrets());
  const receiver = await crypto.subtle.importKey("raw", publicKey, curve, false, []);
  const shared = await crypto.subtle.deriveBits(
    { name: "ECDH", public: receiver },
    senderKeys.privateKey,
    256,
  );
  const sender = new Uint8Array(await crypto.subtle.exportKey("raw", senderKeys.publicKey));
  const keyInfo = Buffer.concat([Buffer.from("WebPush: info\0"), publicKey, sender]);
  const secret = await derive(shared, { salt: authSecret, info: keyInfo, bytes: 32 });
  const [key, nonce] = await Promise.all([
    derive(secret, { salt, info: Buffer.from("Content-Encoding: aes128gcm\0"), bytes: 16 }),
    derive(secret, { salt, info: Buffer.from("Content-Encoding: nonce\0"), bytes: 12 }),
  ]);
  const cipherKey = await crypto.subtle.importKey("raw", key, "AES-GCM", false, ["encrypt"]);
  // The last byte says that this is the last record.
  const record = Buffer.concat([Buffer.from(text), Buffer.of(2)]);
  const encrypted = await crypto.subtle.encrypt({ name: "AES-GCM", iv: nonce }, cipherKey, record);
  const sizes = Buffer.alloc(5);
  sizes.writeUInt32BE(recordSize);
  sizes.writeUInt8(sender.length, 4);
  return Buffer.concat([salt, sizes, sender, new Uint8Array(encrypted)]);
}

async function newSecrets(): Promise<MessageSecrets> {
  return {
    salt: crypto.getRandomValues(new Uint8Array(saltBytes)),
    senderKeys: await crypto.subtle.generateKey(curve, true, ["deriveBits"]),
  };
}

async function derive(
  secret: ArrayBuffer,
  {
    salt,
    info,
    bytes,
  }: {
    readonly salt: Uint8Array<ArrayBuffer>;
    readonly info: Uint8Array<ArrayBuffer>;
    readonly bytes: number;
  },
): Promise<ArrayBuffer> {
  const key = await crypto.subtle.importKey("raw", secret, "HKDF", false, ["deriveBits"]);
  return crypto.subtle.deriveBits({ name: "HKDF", hash: "SHA-256", salt, info }, key, bytes * 8);
}
