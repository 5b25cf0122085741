import { Database as Handle } from "bun:sqlite";
import { join } from "node:path";
import type { TestServer } from "../support/server/server.ts";

/**
 * The rows of all tables at one moment, to compare with later and to return to, so that one fixture serves every call. Most
 * calls change nothing, which SQLite tells without a look at any table.
 */
export class KeptTables implements Disposable {
  readonly #handle: Handle;
  readonly #names: readonly string[];
  #version: number;

  constructor({ home }: Pick<TestServer, "home">) {
    const handle = new Handle(join(home.dataDir, "ermine.db"));
    this.#handle = handle;
    // Otherwise a restored table would empty those that refer to it.
    handle.run("pragma foreign_keys = off");
    handle.run("attach ':memory:' as kept");
    // The full-text index cannot be read as a table, and the messages determine its content.
    this.#names = handle
      .query<{ name: string }, []>(
        `select name from main.sqlite_schema
         where type = 'table' and name not like 'sqlite_%' and name not like 'message_words%'`,
      )
      .all()
      .map(({ name }) => name);
    for (const name of this.#names) handle.run(`create table kept."${name}" as select * from main."${name}"`);
    this.#version = this.#readVersion();
  }

  /** Restores the rows that have changed, and returns the names of their tables. */
  restore(): string[] {
    if (this.#readVersion() === this.#version) return [];
    const changed = this.#names.filter((name) => this.#hasChanged(name));
    this.#handle.transaction(() => {
      for (const name of changed) {
        this.#handle.run(`delete from main."${name}"`);
        this.#handle.run(`insert into main."${name}" select * from kept."${name}"`);
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

  #hasChanged(name: string): boolean {
    const [now, before] = [`select * from main."${name}"`, `select * from kept."${name}"`];
    const counts = `(select count(*) from main."${name}") <> (select count(*) from kept."${name}")`;
    const differs = `exists (${now} except ${before}) or exists (${before} except ${now})`;
    return this.#handle.query(`select 1 where ${counts} or ${differs}`).get() !== null;
  }

  [Symbol.dispose](): void {
    this.#handle.close();
  }
}
