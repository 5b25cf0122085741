import { openSqlite } from "../../../src/platform/database/sqlite/sqlite.ts";

/** Increments a counter in a database that other processes write to as well: `<path> <times>`. */
const [path = "", times = "0"] = process.argv.slice(2);
await using database = openSqlite({ path, fsync: true });
for (let done = 0; done < Number(times); done++) {
  await database.write((queries) =>
    queries
      .sql<{ counters: { value: number } }>()
      .updateTable("counters")
      .set((row) => ({ value: row("value", "+", 1) }))
      .execute(),
  );
}
