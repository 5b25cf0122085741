import type { TarWriter } from "../../../platform/tar/write-tar.ts";
import { listFiles } from "../../files/index.ts";
import { type ArchiveLine, entryNames, kindOfEntry } from "../archive-model.ts";
import type { ExportContext, FileReference } from "./archive-parts.ts";

const batchSize = 100;

/** Copies the content of files into the archive; yields undefined for each that is no longer there. */
export async function* copyFiles(
  references: AsyncIterable<FileReference>,
  tar: TarWriter,
  context: Pick<ExportContext, "services" | "read">,
): AsyncGenerator<ArchiveLine<"files"> | undefined> {
  let batch: FileReference[] = [];
  for await (const reference of references) {
    batch.push(reference);
    if (batch.length < batchSize) continue;
    yield* copyBatch(batch, tar, context);
    batch = [];
  }
  yield* copyBatch(batch, tar, context);
}

async function* copyBatch(
  batch: readonly FileReference[],
  tar: TarWriter,
  { services: { blobs }, read }: Pick<ExportContext, "services" | "read">,
): AsyncGenerator<ArchiveLine<"files"> | undefined> {
  const rows = await read((db) =>
    listFiles(
      db,
      batch.map(({ id }) => id),
    ),
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  for (const { id, tag } of batch) {
    const name = entryNames.file(id);
    const row = kindOfEntry(name) === "content" ? byId.get(id) : undefined;
    const size = row?.tag === tag ? await blobs.size(row.blob_key) : undefined;
    const content = row && size !== undefined ? await blobs.get(row.blob_key) : undefined;
    if (!row || !content || size === undefined) {
      yield undefined;
      continue;
    }
    const { sha256 } = await tar.add(name, { size, stream: () => content });
    yield { _id: id, tag, filename: row.filename, size, sha256 };
  }
}
