import { provide, type QueryProvider } from "../../../declare/query-provider.ts";
import type { Reader } from "../../../declare/tx.ts";
import { type PersonalData, PersonalDataOf, type PersonalDataRequest } from "../queries.ts";

/** A zip of everything that belongs to a person: lists as JSON, and files. It is generated while it is read. */
export async function archivePersonalData(
  db: Reader,
  request: PersonalDataRequest,
): Promise<ReadableStream<Uint8Array>> {
  const sources = await db.query(PersonalDataOf, request);
  // It computes a table while it loads, which is slow where the whole program is one function (a bundle of the sources).
  const { makeZip } = await import("client-zip");
  return makeZip(entriesOf(sources, new Date(db.services.clock.now())));
}

async function* entriesOf(sources: readonly AsyncIterable<PersonalData>[], lastModified: Date) {
  for (const source of sources)
    for await (const { name, rows, content } of source) {
      const input = content ?? (rows && listOfJson(rows));
      if (input) yield { name, input, lastModified };
    }
}

async function* listOfJson(rows: AsyncIterable<unknown>): AsyncGenerator<string> {
  let separator = "[\n";
  for await (const row of rows) {
    yield separator + JSON.stringify(row);
    separator = ",\n";
  }
  yield separator === "[\n" ? "[]\n" : "\n]\n";
}

/** Provides a list of any length. */
export function personalPages(
  name: string,
  load: (request: PersonalDataRequest) => AsyncIterable<unknown>,
): QueryProvider {
  return provide(PersonalDataOf, async function* (_, request) {
    yield { name, rows: load(request) };
  });
}

/** Provides a list that is short enough to be read at once. */
export function personalRows(
  name: string,
  load: (db: Reader, userId: string) => Promise<readonly unknown[]>,
): QueryProvider {
  return personalPages(name, async function* ({ userId, read }) {
    yield* await read((db) => load(db, userId));
  });
}

/** Provides the rows of a table without secrets, given with the column that names the user. */
export function personalTable<T>(
  name: string,
  source: { readonly [Table in keyof T]?: keyof T[Table] & string },
): QueryProvider {
  const [[table, column] = ["", ""]] = Object.entries<string | undefined>(source);
  return personalRows(name, (db, userId) => {
    const tables = db.sql<Record<string, Record<string, unknown>>>();
    return tables
      .selectFrom(table)
      .selectAll()
      .where(column ?? "", "=", userId)
      .execute();
  });
}
