import type { Config } from "../../config/schema.ts";
import { CommandError } from "../../declare/command.ts";
import type { BackupStorage } from "../backup-storage.ts";
import { findEncryption } from "./encrypted-archive.ts";
import {
  type Encryption,
  encryptionFor,
  newProtectedIdentity,
  openProtectedIdentity,
  recipientOf,
} from "./encryption.ts";

/** What of a backup is encrypted, besides its secrets. */
export interface EncryptOptions {
  /** Public keys of age; empty: none. */
  readonly to: readonly string[];
  /** Whether the passphrase encrypts all of it. */
  readonly withPassphrase: boolean;
}

export function configuredEncryption({ backup }: Pick<Config, "backup">): EncryptOptions {
  return { to: backup.encrypt_to, withPassphrase: backup.encrypt_all };
}

/** Throws if the backups that a server makes by itself could not be encrypted as they should be. */
export async function assertEncryption({ backup }: Pick<Config, "backup">): Promise<void> {
  const { encrypt_to, encrypt_all, passphrase, every } = backup;
  if (encrypt_to.length > 0) await encryptionFor(encrypt_to);
  else if (encrypt_all && every !== "" && passphrase === "") throw noPassphrase();
}

function noPassphrase(): CommandError {
  return new CommandError(
    "backup.encrypt_all: there is no passphrase to encrypt backups with. Set backup.passphrase, or name a file with it: ermine backup --passphrase-file.",
  );
}

/** Undefined if archives are not encrypted. */
export async function chooseEncryption(
  storage: BackupStorage,
  { encrypt, passphrase }: { readonly encrypt: EncryptOptions; readonly passphrase: string },
): Promise<Encryption | undefined> {
  if (encrypt.to.length > 0) return encryptionFor(encrypt.to);
  if (!encrypt.withPassphrase) return undefined;
  if (passphrase === "") throw noPassphrase();
  return (await earlierEncryption(storage, passphrase)) ?? newProtectedIdentity(passphrase);
}

/** That of the newest archive, so that its files can be shared, if the passphrase is still the same. */
async function earlierEncryption(
  storage: BackupStorage,
  passphrase: string,
): Promise<Encryption | undefined> {
  const newest = (await storage.list()).at(-1);
  const content = newest === undefined ? undefined : await storage.read(newest);
  const entries = content && (await findEncryption(newest ?? "", content));
  if (!entries?.protectedIdentity) return undefined;
  const identity = await openProtectedIdentity(entries.protectedIdentity, passphrase);
  return identity === undefined
    ? undefined
    : encryptionFor([await recipientOf(identity)], entries.protectedIdentity);
}
