import { CommandError } from "../../declare/command.ts";
import { damaged, folderOfList } from "../archive-format.ts";
import type { OpenedArchive } from "../backup-storage.ts";
import { readMembers, skip } from "../tar-file.ts";
import {
  type BackupKeys,
  type Decrypt,
  decryptionWith,
  type Encryption,
  encryptionFor,
  openProtectedIdentity,
  recipientOf,
  WrongKey,
} from "./encryption.ts";

/** What an encrypted archive shows to everybody. */
export interface EncryptedEntries {
  /** The folder of its files; undefined if they are in the archive. */
  readonly folder: string | undefined;
  readonly protectedIdentity: Uint8Array | undefined;
}

const maxIdentityBytes = 64 * 1024;

/**
 * Undefined for an archive that is not encrypted, or that cannot be read: the caller that reads it then reports why.
 */
export async function findEncryption(
  name: string,
  content: ReadableStream<Uint8Array>,
): Promise<EncryptedEntries | undefined> {
  let [folder, protectedIdentity]: [string?, Uint8Array?] = [];
  try {
    for await (const { name: member, kind, size, body } of readMembers(name, content)) {
      if (kind === "contents") return { folder, protectedIdentity };
      if (kind === "identity" && size <= maxIdentityBytes)
        protectedIdentity = await new Response(body).bytes();
      else await skip(body);
      if (kind === "files") folder = folderOfList(member);
      else if (kind !== "identity") return undefined;
    }
  } catch {
    // This includes a storage that fails: the next reader gets its error.
  }
  return undefined;
}

/** The encrypted archive itself, as a stream of age. */
async function openContents({ name, open }: OpenedArchive): Promise<ReadableStream<Uint8Array>> {
  // Not a loop: leaving it would end the stream.
  const members = readMembers(name, await open());
  for (let next = await members.next(); !next.done; next = await members.next()) {
    if (next.value.kind === "contents") return untilClosed(next.value.body, members);
    await skip(next.value.body);
  }
  throw damaged(name, "its contents are missing");
}

/** A member as a stream that closes its archive at the end, or when nobody reads on. */
function untilClosed(
  body: ReadableStream<Uint8Array>,
  members: AsyncGenerator<unknown>,
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  // Nobody waits for it: the rest of the archive may have to arrive first.
  const close = () => void members.return(undefined).catch(() => {});
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await reader.read();
      if (!done) return controller.enqueue(value);
      controller.close();
      close();
    },
    async cancel() {
      reader.cancel().catch(() => {});
      close();
    },
  });
}

/** An archive with what was encrypted, once it was opened. */
interface UnlockedArchive {
  readonly decrypt: Decrypt;
  /** Undefined if the archive was not encrypted for any of the keys. */
  readonly encryption: Encryption | undefined;
  /** A tar file. */
  open(): Promise<ReadableStream<Uint8Array>>;
}

/** Opens an encrypted archive; undefined if there is no key at all. Throws if none of the keys fits. */
export async function unlock(
  archive: OpenedArchive,
  { folder, protectedIdentity }: EncryptedEntries,
  { identities: given, passphrase, recipients }: BackupKeys & { readonly recipients: readonly string[] },
): Promise<UnlockedArchive | undefined> {
  const { name } = archive;
  const identities = [...given];
  if (protectedIdentity && passphrase !== "") {
    const identity = await openProtectedIdentity(protectedIdentity, passphrase);
    if (identity !== undefined) identities.push(identity);
    else if (given.length === 0)
      throw new WrongKey(`The passphrase does not open ${name}. Nothing was changed.`);
  }
  if (identities.length === 0) return undefined;
  const decrypt = await decryptionWith(identities, name);
  const open = async () => decrypt(await openContents(archive));
  const own = await Promise.all(identities.map(recipientOf));
  const candidates = await Promise.all([own, recipients].map((each) => encryptionFor(each)));
  return { decrypt, open, encryption: candidates.find((each) => each.folder === folder) };
}

export function needsKey(name: string, { protectedIdentity }: EncryptedEntries): CommandError {
  return new CommandError(
    protectedIdentity
      ? `${name} is encrypted. Give its passphrase: in a file named by --passphrase-file, or in ERMINE_BACKUP_PASSPHRASE.`
      : `${name} is encrypted. Name the file with the secret key of one of its recipients: --identity FILE.`,
  );
}
