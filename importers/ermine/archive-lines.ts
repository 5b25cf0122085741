import type { TSchema } from "typebox";
import { type ArchiveLine, type ArchivePart, archiveLines } from "../../src/domains/exports/index.ts";
import { DigestingStream } from "../../src/platform/blobs/digest-blob.ts";
import { LazyValidator } from "../../src/platform/memoize/lazy-validator.ts";
import { MalformedExport } from "../malformed-export.ts";
import type { ArchiveEntry, ArchiveFile } from "./archive-file.ts";

/** Longer than any line of an export: an archive that somebody else made must not fill the memory. */
const maxLineBytes = 16 * 1_024 * 1_024;

interface ReadLine<P extends ArchivePart> {
  readonly value: ArchiveLine<P>;
  /** Counted from 1. */
  readonly line: number;
  readonly bytes: number;
}

interface ReadPart<P extends ArchivePart> {
  lines(): AsyncGenerator<ReadLine<P>>;
  /** Of all bytes, once all lines are read. */
  digest(): { readonly size: number; readonly sha256: string };
}

/** Reads a part line by line, and checks each. */
export function readPart<P extends ArchivePart>(
  archive: ArchiveFile,
  part: P,
  { name, start, end }: ArchiveEntry,
): ReadPart<P> {
  const digesting = new DigestingStream();
  const validator = new LazyValidator<TSchema>(archiveLines[part]);
  async function* lines(): AsyncGenerator<ReadLine<P>> {
    let line = 0;
    for await (const { text, bytes } of splitLines(
      Bun.file(archive.path).slice(start, end).stream().pipeThrough(digesting),
      (problem) => new MalformedExport(name, line + 1, problem),
    )) {
      line += 1;
      const value = parse(text);
      if (!validator.check(value)) {
        const [error] = validator.errors(value);
        // Of fields that no export has, the checker says that their schema is false.
        const problem = error?.message.replace("schema is false", "is unknown") ?? "is not valid";
        throw new MalformedExport(name, line, `${error?.instancePath || "the line"} ${problem}`);
      }
      yield { value: value as ArchiveLine<P>, line, bytes };
    }
  }
  return { lines, digest: () => digesting.result() };
}

async function* splitLines(
  content: ReadableStream<Uint8Array>,
  malformed: (problem: string) => MalformedExport,
): AsyncGenerator<{ text: string; bytes: number }> {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  const decode = (bytes: Uint8Array) => {
    try {
      return decoder.decode(bytes);
    } catch {
      throw malformed("the line is not UTF-8");
    }
  };
  let rest: Uint8Array[] = [];
  let waiting = 0;
  for await (const chunk of content) {
    let from = 0;
    for (let at = chunk.indexOf(newline); at >= 0; at = chunk.indexOf(newline, from)) {
      const bytes = Buffer.concat([...rest, chunk.subarray(from, at)]);
      [rest, waiting, from] = [[], 0, at + 1];
      yield { text: decode(bytes), bytes: bytes.length + 1 };
    }
    rest.push(chunk.subarray(from));
    waiting += chunk.length - from;
    if (waiting > maxLineBytes) throw malformed("the line is too long");
  }
  if (waiting > 0) throw malformed("the line is incomplete");
}

const newline = 10;

/** Undefined for what is no JSON. Databases take neither NUL nor half of a surrogate pair. */
function parse(text: string): unknown {
  try {
    return /\\u(?:0000|[dD][89abAB])/.test(text)
      ? JSON.parse(text, (_, value) =>
          typeof value === "string" ? value.toWellFormed().replaceAll("\0", "") : value,
        )
      : JSON.parse(text);
  } catch {
    return undefined;
  }
}
