import { resolve } from "node:path";
import type { Config } from "../config/schema.ts";
import { CommandError } from "../declare/command.ts";
import type { Blobs } from "../platform/blobs/port.ts";
import type { Database } from "../platform/database/port.ts";
import type { ArchiveSource } from "./archive-source.ts";
import { assertNoDamagedFiles, describeDamagedFile } from "./damaged-files.ts";
import {
  type BackupDestination,
  readDestinations,
  updateDestination,
  withFailure,
} from "./destinations/destinations.ts";
import { WrongKey } from "./encryption/encryption.ts";
import type { ListedFile } from "./file-list.ts";
import { secretsOf, type VerifiedArchive, verifyArchive } from "./verify.ts";

export interface Verification {
  readonly config: Config;
  readonly archive: ArchiveSource;
  /** The storage of the server: damaged files are copied from it. Absent: none are. */
  readonly blobs?: Blobs;
  readonly now: () => number;
  readonly progress: (line: string) => void;
  readonly pause?: () => Promise<void> | undefined;
  /** Called for each file that was or is damaged. */
  readonly onFile: (line: string) => void;
}

/**
 * Verifies an archive, and throws unless all of it is as it was written, or could be put back. If it is the last backup
 * of a destination, the result is recorded there.
 */
export async function verifyAndRecord(
  verification: Verification,
  database: Database | undefined,
): Promise<VerifiedArchive> {
  const { archive, now } = verification;
  const at = now();
  try {
    const verified = await verifyWhole(verification, database);
    await record(verification, database, ({ damaged: _, ...known }) => ({
      ...known,
      verified: {
        at,
        archive: archive.name,
        repaired: verified.repairedFiles.length,
        ...(archive.isLocked && { unopened: true as const }),
      },
    }));
    return verified;
  } catch (error) {
    // Other errors concern the access to the archive, or the keys, and say nothing about its content.
    if (error instanceof CommandError && !(error instanceof WrongKey))
      await record(verification, database, (known) => ({
        ...known,
        damaged: withFailure(known.damaged, { at, error }),
      }));
    throw error;
  }
}

async function verifyWhole(
  verification: Verification,
  database: Database | undefined,
): Promise<VerifiedArchive> {
  const { archive, blobs, onFile } = verification;
  const repair = blobs && archive.repair ? { repair: (file: ListedFile) => repairWith(file, blobs) } : {};
  const repairWith = async (file: ListedFile, from: Blobs) =>
    (await archive.repair?.(file, { blobs: from, database })) ?? false;
  const verified = await verifyArchive(archive, { ...verification, ...repair });
  for (const key of verified.repairedFiles) onFile(`The file ${key} was damaged, and was copied again.`);
  for (const file of verified.damagedFiles) onFile(`Damaged: ${describeDamagedFile(file)}.`);
  assertNoDamagedFiles(archive.name, verified.damagedFiles, adviceFor(verification, verified));
  // Sealed secrets can only be checked with the passphrase, encrypted ones only with the key.
  if (verified.manifest.secrets === "plain" && !archive.isLocked) await secretsOf(verified, archive, "");
  return verified;
}

function adviceFor({ blobs, archive }: Verification, { manifest }: VerifiedArchive): string {
  if (manifest.files.inside) return "Make another backup.";
  if (blobs && !archive.repair)
    return "They are encrypted for others than backup.encrypt_to names, so they cannot be copied again. Make another backup.";
  if (!blobs)
    return "All archives there share these files. Run `ermine backup verify --repair` with the configuration of the server to copy them again.";
  return "The server does not have the same content either. Restore works without them: --skip-damaged-files.";
}

/** Only for the last backup of a destination: nothing reads the result for an older one, or for a copy. */
async function record(
  { config, archive }: Verification,
  database: Database | undefined,
  change: (known: BackupDestination) => BackupDestination,
): Promise<void> {
  const all = (await database?.read(readDestinations)) ?? [];
  const name = archive.name.startsWith("s3:") ? archive.name : resolve(archive.name);
  const known = all.find(({ succeeded }) => succeeded?.archive === name);
  if (database && known)
    await updateDestination(database, { destination: known.destination, config }, change);
}
