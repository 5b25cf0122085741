import { type FileHandle, open } from "node:fs/promises";
import { CommandError } from "../../src/declare/command.ts";
import { kindOfEntry } from "../../src/domains/exports/index.ts";
import { MalformedExport } from "../malformed-export.ts";

const blockSize = 512;
/** More than any community has files: what is known of each takes memory. */
const maxEntries = 2_000_000;

export interface ArchiveEntry {
  readonly name: string;
  /** Where its content is in the file. */
  readonly start: number;
  readonly end: number;
}

/** An archive whose entries can be read in any order. */
export interface ArchiveFile {
  readonly path: string;
  readonly entries: ReadonlyMap<string, ArchiveEntry>;
}

/**
 * Reads where the entries of an archive are. Takes only what an export writes, plain files with known names, so neither
 * links nor paths that leave a folder nor extended headers.
 */
export async function openArchive(path: string): Promise<ArchiveFile> {
  await using file = await open(path).catch(() => {
    throw new CommandError(`There is no file ${path}.`);
  });
  const { size } = await file.stat();
  const entries = new Map<string, ArchiveEntry>();
  for (let at = 0; ; ) {
    const header = await readHeader(file, at, path);
    if (header === undefined) return { path, entries };
    const { name, length } = header;
    const refuse = (problem: string) => new MalformedExport(path, undefined, problem);
    if (header.type !== "0" || kindOfEntry(name) === undefined)
      throw refuse(`it holds ${JSON.stringify(name)}, which no export does`);
    if (entries.has(name)) throw refuse(`it holds ${name} twice`);
    if (entries.size === maxEntries) throw refuse(`it holds more than ${maxEntries} files`);
    const start = at + blockSize;
    const end = start + length;
    if (end > size) throw refuse(`it ends within ${name}`);
    entries.set(name, { name, start, end });
    at = start + Math.ceil(length / blockSize) * blockSize;
  }
}

interface Header {
  readonly name: string;
  readonly type: string;
  readonly length: number;
}

/** Undefined at the end of the archive. */
async function readHeader(file: FileHandle, at: number, path: string): Promise<Header | undefined> {
  const { bytesRead, buffer } = await file.read(Buffer.alloc(blockSize), 0, blockSize, at);
  if (bytesRead < blockSize) throw new MalformedExport(path, undefined, "it is no tar, or it is incomplete");
  if (buffer.every((byte) => byte === 0)) return undefined;
  const text = (from: number, to: number) => buffer.toString("latin1", from, to).replace(/\0.*$/s, "");
  const octal = (from: number, to: number) => {
    const digits = text(from, to).trim();
    return /^[0-7]{1,12}$/.test(digits) ? Number.parseInt(digits, 8) : Number.NaN;
  };
  const [checksum, length] = [octal(148, 156), octal(124, 136)];
  const sum = buffer.reduce((total, byte, index) => total + (index >= 148 && index < 156 ? 32 : byte), 0);
  if (checksum !== sum || Number.isNaN(length))
    throw new MalformedExport(path, undefined, `the header at byte ${at} is damaged, or it is no tar`);
  const prefix = text(345, 500);
  const name = text(0, 100);
  return { name: prefix === "" ? name : `${prefix}/${name}`, type: text(156, 157) || "0", length };
}
