import { createTarDecoder, type ParsedTarEntry } from "modern-tar";
import { damaged, kindOfMember, type MemberKind } from "./archive-format.ts";

export interface ArchiveMember {
  readonly name: string;
  readonly kind: MemberKind;
  readonly size: number;
  readonly body: ReadableStream<Uint8Array>;
}

/** Reads the members of an archive in their order. Each must be read to its end, or skipped, before the next. */
export async function* readMembers(
  archive: string,
  content: ReadableStream<Uint8Array>,
): AsyncGenerator<ArchiveMember> {
  const entries = content.pipeThrough(
    createTarDecoder({ strict: true }) as never,
  ) as ReadableStream<ParsedTarEntry>;
  const seen = new Set<string>();
  for await (const { header, body } of entries) {
    const { name, size, type } = header;
    const kind = type === "file" ? kindOfMember(name) : undefined;
    if (kind === undefined) throw damaged(archive, `it holds ${JSON.stringify(name)}, which no backup does`);
    if (seen.has(name)) throw damaged(archive, `it holds ${name} twice`);
    seen.add(name);
    yield { name, kind, size, body };
  }
}

/** Reads a member and drops it. To cancel one that has arrived already would end the next one instead. */
export async function skip(body: ReadableStream<Uint8Array>): Promise<void> {
  for await (const _ of body);
}
