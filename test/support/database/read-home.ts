import { openDatabase } from "../../../src/compose/open-database.ts";
import { configWith } from "../../../src/config/load.ts";
import type { TestHome } from "../server/engines.ts";
import { openFile, openSession } from "./copied-database.ts";
import { listTableNames } from "./table-names.ts";

/** Counts the rows of tables of a home without a server: none before a table is there. */
export function openRowCounter(home: TestHome) {
  const session = home.databaseUrl === "" ? undefined : openSession(home.databaseUrl);
  return {
    async count(table: string): Promise<number> {
      const text = `select count(*) as count from ${table}`;
      try {
        if (session) return Number((await session.query(text))[0]?.count);
        using handle = openFile(home);
        return handle.query<{ count: number }, []>(text).get()?.count ?? 0;
      } catch {
        return 0;
      }
    },
    [Symbol.asyncDispose]: async () => session?.[Symbol.asyncDispose](),
  };
}

/** Every row of every table of a home without a server, with some columns replaced. */
export async function readHome(
  { dataDir, databaseUrl }: TestHome,
  hidden: readonly string[],
): Promise<Record<string, string[]>> {
  await using database = await openDatabase(configWith({ data_dir: dataDir, database_url: databaseUrl }));
  return await database.read(async (queries) => {
    const tables: Record<string, string[]> = {};
    for (const name of await listTableNames(queries)) {
      const rows = await queries.sql<Record<string, object>>().selectFrom(name).selectAll().execute();
      tables[name] = rows
        .map((row) =>
          JSON.stringify(
            Object.fromEntries(
              Object.entries(row).map(([column, value]) => [
                column,
                hidden.includes(`${name}.${column}`) && value !== null ? "hidden" : value,
              ]),
            ),
          ),
        )
        .sort();
    }
    return tables;
  });
}
