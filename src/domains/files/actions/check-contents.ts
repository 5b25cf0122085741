import { CommandError } from "../../../declare/command.ts";
import { digestBlob } from "../../../platform/blobs/digest-blob.ts";
import type { Blobs } from "../../../platform/blobs/port.ts";
import { Semaphore } from "../../../platform/concurrency/semaphore.ts";
import { hasKnownDigest, isDamaged } from "../rules/content-hash.ts";
import { isBlobInUse } from "../store/files.ts";
import type { StoredFileRow } from "../tables.ts";
import { pagesOfStored, type Read, type StorageProblem } from "./check-files.ts";

const concurrency = 8;
/** After so many failures of the storage in a row, the rest would fail as well. */
const maxFailures = 20;

/** Stored content that was read and, as far as one can tell, is as it was stored. */
interface IntactContent {
  readonly hash: string;
  readonly sha256: string;
  /** Whether the database has this digest. */
  readonly isRecorded: boolean;
  /** Whether more than the size could be compared. */
  readonly isCompared: boolean;
}

interface CheckedPage {
  readonly problems: readonly StorageProblem[];
  readonly intact: readonly IntactContent[];
  readonly bytes: number;
}

type Checked = { readonly problem: StorageProblem } | { readonly intact: IntactContent };

/** Reads all stored content to its end, and compares it with what the database says. */
export async function* checkContents(read: Read, blobs: Blobs): AsyncGenerator<CheckedPage> {
  const slots = new Semaphore(concurrency);
  const failures = { inARow: 0 };
  for await (const rows of pagesOfStored(read)) {
    const checked = await Promise.all(rows.map((row) => slots.run(() => checkContent(row, blobs, failures))));
    const problems: StorageProblem[] = [];
    // A server may have deleted it meanwhile.
    for (const each of checked)
      if ("problem" in each && (await read((db) => isBlobInUse(db, each.problem.key))))
        problems.push(each.problem);
    yield {
      problems,
      intact: checked.flatMap((each) => ("intact" in each ? [each.intact] : [])),
      bytes: rows.reduce((sum, { size }) => sum + size, 0),
    };
  }
}

async function checkContent(
  row: StoredFileRow,
  blobs: Blobs,
  failures: { inARow: number },
): Promise<Checked> {
  const { blob_key: key, size } = row;
  const found = (problem: StorageProblem["problem"], detail: string) => ({
    problem: { problem, key, detail },
  });
  try {
    const digest = await digestBlob(blobs, key);
    const isThere = digest !== undefined || (await blobs.size(key)) !== undefined;
    failures.inARow = 0;
    if (!isThere) return found("missing", `${size} bytes`);
    if (!digest) return found("unreadable", "the disk cannot read it");
    if (digest.size !== size) return found("size differs", `${digest.size} bytes, not ${size}`);
    const { sha256 } = digest;
    if (isDamaged(row, sha256)) return found("content differs", `${size} bytes with another digest`);
    const { hash } = row;
    return {
      intact: { hash, sha256, isRecorded: row.sha256 !== null, isCompared: hasKnownDigest(row) },
    };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    failures.inARow += 1;
    if (failures.inARow >= maxFailures)
      throw new CommandError(
        `The storage failed ${maxFailures} times in a row, the last time with: ${message}. Check that it can be reached, and run this command again.`,
      );
    return found("unreadable", message);
  }
}
