import { readFileSync } from "node:fs";
import { CommandError } from "../../declare/command.ts";
import { damaged } from "../archive-format.ts";

type Content = ReadableStream<Uint8Array>;

/** How archives and the files next to them are encrypted: with age, for one or more recipients. */
export interface Encryption {
  /** The folder of the files. Those for other recipients are in another one, because not all can open them. */
  readonly folder: string;
  /** The identity that a passphrase protects, as a file of age; undefined where recipients keep their own. */
  readonly protectedIdentity: Uint8Array | undefined;
  encrypt(content: Content): Promise<Content>;
}

export type Decrypt = (content: Content) => Promise<Content>;

/** What somebody has to open archives with. */
export interface BackupKeys {
  /** Secret keys of age. */
  readonly identities: readonly string[];
  /** Empty: none. */
  readonly passphrase: string;
}

/** The given keys do not open the archive. This says nothing about the archive itself. */
export class WrongKey extends CommandError {}

// Imported on demand, so that a server without encrypted backups starts faster.
const importAge = () => import("age-encryption");
const importPassphrases = () => import("./passphrase-stanza.ts");

/** Throws unless each is a public key of age. */
export async function encryptionFor(
  recipients: readonly string[],
  protectedIdentity?: Uint8Array,
): Promise<Encryption> {
  const { Encrypter } = await importAge();
  const encrypter = new Encrypter();
  for (const recipient of recipients) {
    try {
      encrypter.addRecipient(recipient);
    } catch {
      throw new CommandError(
        `${recipient} in backup.encrypt_to is not a public key of age. \`age-keygen\` prints one, which begins with age1.`,
      );
    }
  }
  const digest = Bun.SHA256.hash([...recipients].sort().join("\n"), "hex");
  return {
    folder: `encrypted-${digest.slice(0, 16)}`,
    protectedIdentity,
    encrypt: (content) => encrypter.encrypt(content),
  };
}

/** A new identity that only the passphrase opens. */
export async function newProtectedIdentity(passphrase: string): Promise<Encryption> {
  const [age, { passphraseRecipient }] = [await importAge(), await importPassphrases()];
  const identity = await age.generateX25519Identity();
  const encrypter = new age.Encrypter();
  encrypter.addRecipient(passphraseRecipient(passphrase));
  const protectedIdentity = await encrypter.encrypt(`${identity}\n`);
  return encryptionFor([await age.identityToRecipient(identity)], protectedIdentity);
}

/** The secret key in a protected identity; undefined if the passphrase is wrong. */
export async function openProtectedIdentity(
  protectedIdentity: Uint8Array,
  passphrase: string,
): Promise<string | undefined> {
  const [{ Decrypter }, { passphraseIdentity }] = [await importAge(), await importPassphrases()];
  const decrypter = new Decrypter();
  decrypter.addIdentity(passphraseIdentity(passphrase));
  try {
    return (await decrypter.decrypt(protectedIdentity, "text")).trim();
  } catch {
    return undefined;
  }
}

export async function recipientOf(identity: string): Promise<string> {
  return (await importAge()).identityToRecipient(identity);
}

/** Opens what was encrypted for one of the identities. */
export async function decryptionWith(identities: readonly string[], archive: string): Promise<Decrypt> {
  const { Decrypter } = await importAge();
  const decrypter = new Decrypter();
  for (const identity of identities) decrypter.addIdentity(identity);
  return async (content) => {
    const plain = await decrypter.decrypt(content).catch((error) => {
      throw /no identity matched/.test(String(error))
        ? new WrongKey(
            `${archive} was encrypted for others: the given identity or passphrase does not open it. If it should, \`ermine backup verify\` without a key tells whether it was changed. Nothing was changed.`,
          )
        : damaged(archive, "the header of an encrypted part was changed");
    });
    return explainingChanges(plain, archive);
  };
}

/**
 * Each chunk of an encrypted file has an authentication code, which no longer matches after any change or truncation.
 */
function explainingChanges(plain: Content, archive: string): Content {
  const reader = plain.getReader();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (done) controller.close();
        else controller.enqueue(value);
      } catch (error) {
        // Errors of a disk or network say nothing about the content.
        const isOfContent = error instanceof Error && !("code" in error);
        throw isOfContent ? damaged(archive, "an encrypted part was changed or cut off") : error;
      }
    },
    cancel: (reason) => reader.cancel(reason),
  });
}

/** Reads a file as `age-keygen` writes it. */
export async function readIdentities(path: string): Promise<string[]> {
  const lines = readFileSync(path, "utf8")
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith("#"));
  const { Decrypter } = await importAge();
  try {
    for (const line of lines) new Decrypter().addIdentity(line);
  } catch {
    lines.length = 0;
  }
  if (lines.length === 0)
    throw new CommandError(
      `${path} is not a file with secret keys of age, as \`age-keygen\` writes it. If it is encrypted itself, open it with \`age --decrypt\` first.`,
    );
  return lines;
}
