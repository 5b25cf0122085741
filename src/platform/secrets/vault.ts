import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from "node:crypto";

/** Encrypts values that must be readable again. `purpose` binds a value to its place: it opens for no other purpose. */
export interface Vault {
  seal(plain: string, purpose: string): string;
  open(sealed: string, purpose: string): string;
  /** The same for the same value. Whoever lacks the key learns nothing from it, and cannot try values. */
  digest(plain: string, purpose: string): string;
}

const cipher = "aes-256-gcm";
const nonceBytes = 12;
const tagBytes = 16;

export function createVault(key: Buffer): Vault {
  if (key.length !== 32) throw new Error("the encryption key must be 32 bytes long");
  return {
    seal(plain, purpose) {
      const nonce = randomBytes(nonceBytes);
      const box = createCipheriv(cipher, key, nonce).setAAD(Buffer.from(purpose));
      const body = Buffer.concat([box.update(plain, "utf8"), box.final()]);
      return Buffer.concat([nonce, box.getAuthTag(), body]).toString("base64url");
    },
    open(sealed, purpose) {
      const bytes = Buffer.from(sealed, "base64url");
      const box = createDecipheriv(cipher, key, bytes.subarray(0, nonceBytes), { authTagLength: tagBytes });
      box.setAAD(Buffer.from(purpose));
      box.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
      return Buffer.concat([box.update(bytes.subarray(nonceBytes + tagBytes)), box.final()]).toString("utf8");
    },
    digest(plain, purpose) {
      const digestKey = Buffer.from(hkdfSync("sha256", key, "", `digest of ${purpose}`, 32));
      return createHmac("sha256", digestKey).update(plain).digest("base64url");
    },
  };
}

/** For tokens that this server generates: they have too much entropy to be guessed, so a plain digest suffices. */
export function digestToken(token: string): string {
  return Bun.SHA256.hash(token, "base64url");
}

/** Compares in constant time. */
export function sameText(a: string, b: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}
