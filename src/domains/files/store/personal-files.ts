import { sql } from "kysely";
import type { Reader } from "../../../declare/tx.ts";
import { countOf, type PersonalData, type PersonalDataRequest } from "../../operators/index.ts";
import { type FileWithContent, selectWithContent } from "./files.ts";

const pageSize = 200;

/** The files that a user uploaded and that are not deleted: a list of them, and the content of each. */
export async function* personalFiles(db: Reader, request: PersonalDataRequest): AsyncGenerator<PersonalData> {
  yield { name: "files.json", rows: describeFiles(request) };
  const { blobs } = db.services;
  for await (const { id, tag, filename, blob_key } of filesOf(request)) {
    const content = await blobs.get(blob_key);
    // Names come from users: without separators they stay in their folder.
    if (content)
      yield { name: `files/${tag}/${id}-${filename.replace(/[/\\\u0000-\u001f]/g, "_")}`, content };
  }
}

async function* describeFiles(request: PersonalDataRequest): AsyncGenerator<unknown> {
  for await (const { id, tag, filename, content_type, size, uploaded_at, used_as, used_by } of filesOf(
    request,
  ))
    yield { id, tag, filename, content_type, size, uploaded_at, used_as, used_by };
}

async function* filesOf({ userId, read }: PersonalDataRequest): AsyncGenerator<FileWithContent> {
  for (let after = ""; ; ) {
    const page = await read((db) =>
      selectWithContent(db)
        .where("uploader_id", "=", userId)
        .where("deleted_at", "is", null)
        .where("files.id", ">", after)
        .orderBy("files.id")
        .limit(pageSize)
        .execute(),
    );
    yield* page;
    const last = page[pageSize - 1];
    if (!last) return;
    after = last.id;
  }
}

export const countFiles = countOf("stored_files", {
  key: ["hash"],
  sums: { files: sql`count(*)`, file_bytes: sql`sum(size)` },
});
