import { deserialize } from "bson";
import { CommandError } from "../../../src/declare/command.ts";
import { type Dump, type DumpedCollection, readCollection } from "./open-dump.ts";

/** What a dump holds, found by reading all of it. */
export interface DumpSurvey {
  /** The documents of each collection that is taken. */
  readonly documents: ReadonlyMap<string, number>;
  readonly bytes: ReadonlyMap<string, number>;
  /** The revision of Stoat's schema. */
  readonly revision: number;
  /** Of all of these documents: tells whether an interrupted import was one of this dump. */
  readonly fingerprint: string;
}

/**
 * The revisions whose documents this program knows. Older ones lack what later migrations of Stoat add; newer ones may
 * mean something else.
 */
export const knownRevisions = { first: 44, last: 52 } as const;

/** Reads all documents, before anything is changed: a dump that is damaged somewhere is refused as a whole. */
export async function surveyDump(
  dump: Dump,
  isNeeded: (collection: string) => boolean,
  report: (line: string) => void,
): Promise<DumpSurvey> {
  const revision = await readRevision(dump);
  const [documents, bytes] = [new Map<string, number>(), new Map<string, number>()];
  const hasher = new Bun.CryptoHasher("sha256");
  const needed = [...dump.collections.values()].filter(({ name }) => isNeeded(name));
  for (const collection of needed.toSorted((one, other) => (one.name < other.name ? -1 : 1))) {
    report(`Checking ${collection.name}.`);
    let [count, size] = [0, 0];
    hasher.update(`${collection.name}\n`);
    for await (const frames of readCollection(collection))
      for (const frame of frames) {
        count += 1;
        size += frame.bytes.length;
        hasher.update(frame.bytes);
      }
    documents.set(collection.name, count);
    bytes.set(collection.name, size);
  }
  return { documents, bytes, revision, fingerprint: hasher.digest("hex") };
}

async function readRevision(dump: Dump): Promise<number> {
  const collection = dump.collections.get("migrations");
  const revision = collection && (await firstRevision(collection));
  const known = `This program knows the revisions ${knownRevisions.first} to ${knownRevisions.last}`;
  if (revision === undefined)
    throw new CommandError(
      `${dump.name} does not say which revision its schema has: its collection migrations is missing or unreadable. ${known}.`,
    );
  if (revision < knownRevisions.first)
    throw new CommandError(
      `${dump.name} has revision ${revision} of Stoat's schema. ${known}: start a newer Stoat on the database once, which migrates it, and dump it again.`,
    );
  if (revision > knownRevisions.last)
    throw new CommandError(
      `${dump.name} has revision ${revision} of Stoat's schema. ${known}: use a newer Ermine.`,
    );
  return revision;
}

async function firstRevision(collection: DumpedCollection): Promise<number | undefined> {
  for await (const [frame] of readCollection(collection)) {
    if (!frame) return undefined;
    try {
      const { revision } = deserialize(frame.bytes);
      return Number.isInteger(revision) ? revision : undefined;
    } catch {
      return undefined;
    }
  }
  return undefined;
}
