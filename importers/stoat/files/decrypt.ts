import { createDecipheriv } from "node:crypto";

const tagBytes = 16;

/** Decrypts what Stoat has stored: AES-256-GCM without further data, and the tag at the end. Throws if the key is wrong. */
export async function* decrypt(
  encrypted: AsyncIterable<Uint8Array>,
  { key, nonce }: { readonly key: Buffer; readonly nonce: Buffer },
): AsyncGenerator<Uint8Array> {
  const cipher = createDecipheriv("aes-256-gcm", key, nonce, { authTagLength: tagBytes });
  let rest = Buffer.alloc(0);
  for await (const chunk of encrypted) {
    const joined = Buffer.concat([rest, chunk]);
    // The last bytes may be the tag.
    const end = Math.max(0, joined.length - tagBytes);
    rest = joined.subarray(end);
    if (end > 0) yield cipher.update(joined.subarray(0, end));
  }
  if (rest.length < tagBytes) throw new Error("the object is too short to be encrypted");
  cipher.setAuthTag(rest);
  const last = cipher.final();
  if (last.length > 0) yield last;
}

/**
 * The key in the configuration that Stoat publishes, and which it uses where nobody sets another one. Whoever can read
 * the bucket of such an instance can read its files.
 */
export const publishedKey = Buffer.from("qcuMA+ssxhMyKaNAKBGFfryfFtUH8NDlamQyDwGW6fU=", "base64");
