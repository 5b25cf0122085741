import { Database as Handle, type Statement } from "bun:sqlite";
import { join } from "node:path";
import type { TestServer } from "../support/server/server.ts";

/** Selects a row if a table differs from what is kept of it. */
function comparison(name: string): string {
  const [now, before] = [`select * from main."${name}"`, `select * from kept."${name}"`];
  const counts = `(select count(*) from main."${name}") <> (select count(*) from kept."${name}")`;
  const differs = `exists (${now} except ${before}) or exists (${before} except ${now})`;
  return `select 1 where ${counts} or ${differs}`;
}

/**
 * The rows of all tables at one moment, to compare with later and to return to, so that one fixture serves every call. Most
 * calls change nothing, which SQLite tells without a look at any table.
 */
export class KeptTables implements Disposable {
  readonly #handle: Handle;
  /** By the name of a table: whether its rows have changed. Prepared once, as that takes longer than most of them. */
  readonly #comparisons: ReadonlyMap<string, Statement>;
  #version: number;

  constructor({ home }: Pick<TestServer, "home">) {
    const handle = new Handle(join(home.dataDir, "ermine.db"));
    this.#handle = handle;
    // Otherwise a restored table would empty those that refer to it.
    handle.run("pragma foreign_keys = off");
    handle.run("attach ':memory:' as kept");
    // The full-text index cannot be read as a table, and the messages determine its content.
    const names = handle
      .query<{ name: string }, []>(
        `select name from main.sqlite_schema
         where type = 'table' and name not like 'sqlite_%' and name not like 'message_words%'`,
      )
      .all()
      .map(({ name }) => name);
    for (const name of names) handle.run(`create table kept."${name}" as select * from main."${name}"`);
    this.#comparisons = new Map(names.map((name) => [name, handle.prepare(comparison(name))]));
    this.#version = this.#readVersion();
  }

  /** Keeps the rows as they are now. */
  keep(): void {
    this.#copyChanged("main", "kept");
  }

  /** Restores the rows that have changed, and returns the names of their tables. */
  restore(): string[] {
    return this.#copyChanged("kept", "main");
  }

  #copyChanged(from: "main" | "kept", to: "main" | "kept"): string[] {
    if (this.#readVersion() === this.#version) return [];
    const changed = [...this.#comparisons].flatMap(([name, compare]) => (compare.get() ? [name] : []));
    this.#handle.transaction(() => {
      for (const name of changed) {
        this.#handle.run(`delete from ${to}."${name}"`);
        this.#handle.run(`insert into ${to}."${name}" select * from ${from}."${name}"`);
      }
    })();
    this.#version = this.#readVersion();
    return changed;
  }

  /** Differs as soon as the server has committed a change. */
  #readVersion(): number {
    const row = this.#handle.query<{ data_version: number }, []>("pragma main.data_version").get();
    return row?.data_version ?? 0;
  }

  [Symbol.dispose](): void {
    this.#handle.close();
  }
}
