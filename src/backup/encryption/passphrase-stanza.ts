import { randomBytes, scrypt } from "node:crypto";
import { chacha20poly1305 } from "@noble/ciphers/chacha.js";
import { type Identity, type Recipient, Stanza } from "age-encryption";

/** As for sealed secrets: one attempt takes about a second and 128 MB. */
const costExponent = 17;
/**
 * What the program age writes by default. With a higher limit, an archive could keep this program busy for any length
 * of time.
 */
const maxCostExponent = 18;
const label = "age-encryption.org/v1/scrypt";
const noNonce = new Uint8Array(12);

/**
 * The passphrases of age. The library has them too, but derives the key on the thread that called it, which would
 * stop a server for a second or two.
 */
export function passphraseRecipient(passphrase: string): Recipient {
  return {
    async wrapFileKey(fileKey) {
      const salt = randomBytes(16);
      const key = await keyOf(passphrase, salt, costExponent);
      return [
        new Stanza(
          ["scrypt", salt.toString("base64").replace(/=+$/, ""), `${costExponent}`],
          chacha20poly1305(key, noNonce).encrypt(fileKey),
        ),
      ];
    },
  };
}

export function passphraseIdentity(passphrase: string): Identity {
  return {
    async unwrapFileKey(stanzas) {
      const [stanza, ...others] = stanzas;
      const [type, salt = "", cost = ""] = stanza?.args ?? [];
      if (!stanza || type !== "scrypt" || others.length > 0) return null;
      if (!/^[1-9][0-9]?$/.test(cost) || Number(cost) > maxCostExponent) return null;
      const key = await keyOf(passphrase, Buffer.from(salt, "base64"), Number(cost));
      try {
        return chacha20poly1305(key, noNonce).decrypt(stanza.body);
      } catch {
        return null;
      }
    },
  };
}

function keyOf(passphrase: string, salt: Buffer, exponent: number): Promise<Uint8Array> {
  // Characters that look the same may be typed in several ways.
  const text = passphrase.normalize("NFC");
  const cost = { N: 2 ** exponent, r: 8, p: 1, maxmem: 512 * 1024 * 1024 };
  return new Promise((resolve, reject) => {
    scrypt(text, Buffer.concat([Buffer.from(label), salt]), 32, cost, (error, key) =>
      error ? reject(error) : resolve(new Uint8Array(key)),
    );
  });
}
