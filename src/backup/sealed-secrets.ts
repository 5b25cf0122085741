import { randomBytes, scrypt } from "node:crypto";
import Type, { type Static } from "typebox";
import { CommandError } from "../declare/command.ts";
import { LazyValidator } from "../platform/memoize/lazy-validator.ts";
import { createVault } from "../platform/secrets/vault.ts";
import { damaged, parseMember } from "./archive-format.ts";

/** Fixed for a format, so that no archive can ask for more. One attempt takes about a second and 128 MB. */
const cost = { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 1024 * 1024 };
const purpose = "secrets of a backup";

const ArchivedSecrets = Type.Object({
  encryption_key: Type.String(),
  vapid_private_key: Type.String(),
  /** The content of setup.toml, which may contain the password for the mail server. */
  setup_toml: Type.Optional(Type.String()),
});
/** secrets.json of an archive. */
export type ArchivedSecrets = Static<typeof ArchivedSecrets>;

const secretsCheck = new LazyValidator(ArchivedSecrets);
const sealedCheck = new LazyValidator(Type.Object({ salt: Type.String(), sealed: Type.String() }));

/** Encrypts the secrets with a key that only the passphrase gives. */
export async function sealSecrets(secrets: ArchivedSecrets, passphrase: string): Promise<string> {
  const salt = randomBytes(16);
  const sealed = createVault(await keyOf(passphrase, salt)).seal(JSON.stringify(secrets), purpose);
  return JSON.stringify({ salt: salt.toString("base64url"), sealed });
}

export function readPlainSecrets(text: string, archive: string): ArchivedSecrets {
  const secrets = parseMember(text);
  if (!secretsCheck.check(secrets)) throw damaged(archive, "its secrets cannot be read");
  return secrets;
}

export async function openSecrets(
  text: string,
  { archive, passphrase }: { readonly archive: string; readonly passphrase: string },
): Promise<ArchivedSecrets> {
  const content = parseMember(text);
  if (!sealedCheck.check(content)) throw damaged(archive, "its secrets cannot be read");
  if (passphrase === "")
    throw new CommandError(
      `The secrets in ${archive} are sealed. Give the passphrase: in a file named by --passphrase-file, or in ERMINE_BACKUP_PASSPHRASE. If it is lost, \`ermine restore --without-secrets\` restores everything else.`,
    );
  const vault = createVault(await keyOf(passphrase, Buffer.from(content.salt, "base64url")));
  let plain: string;
  try {
    plain = vault.open(content.sealed, purpose);
  } catch {
    throw new CommandError(`The passphrase does not open the secrets in ${archive}. Nothing was changed.`);
  }
  return readPlainSecrets(plain, archive);
}

function keyOf(passphrase: string, salt: Buffer): Promise<Buffer> {
  // Characters that look the same may be typed in several ways.
  const text = passphrase.normalize("NFC");
  return new Promise((resolve, reject) => {
    scrypt(text, salt, 32, cost, (error, key) => (error ? reject(error) : resolve(key)));
  });
}
