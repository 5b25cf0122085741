import type pg from "pg";
import type { Commit, StoredMessage } from "./history.ts";
import type { TestCluster } from "./test-cluster.ts";

const pauseMs = 200;

/** Copies the log of commits from the database while the nodes write to it. */
export class LogReader implements AsyncDisposable {
  readonly #cluster: TestCluster;
  readonly #byPosition = new Map<number, Commit>();
  readonly late: number[] = [];
  #client: pg.Client | undefined;
  #newest = 0;
  #isStopped = false;
  readonly #following: Promise<void>;

  constructor(cluster: TestCluster) {
    this.#cluster = cluster;
    this.#following = this.#follow();
  }

  /** The last position that was read: it and all before it are committed. */
  get position(): number {
    return this.#newest;
  }

  get commits(): Commit[] {
    return [...this.#byPosition.values()].sort((a, b) => a.position - b.position);
  }

  /** Reads the whole log once more, with what became visible behind the end of an earlier read. */
  async finish(): Promise<void> {
    this.#isStopped = true;
    await this.#following;
    await this.#read(0);
  }

  /** Needs a database that responds. */
  async readMessages(): Promise<StoredMessage[]> {
    const client = await this.#connected();
    const { rows } = await client.query("select channel_id as channel, id from messages");
    return rows;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isStopped = true;
    await this.#following;
    await this.#client?.end().catch(() => {});
  }

  async #follow(): Promise<void> {
    while (!this.#isStopped) {
      await this.#read(this.#newest).catch(() => {
        this.#client?.end().catch(() => {});
        this.#client = undefined;
      });
      await Bun.sleep(pauseMs);
    }
  }

  async #read(after: number): Promise<void> {
    const client = await this.#connected();
    const { rows } = await client.query(
      "select position::int, announcements from stream where position > $1 order by position",
      [after],
    );
    const newest = this.#newest;
    for (const { position, announcements } of rows) {
      if (this.#byPosition.has(position)) continue;
      if (position < newest) this.late.push(position);
      this.#byPosition.set(position, { position, announcements: JSON.parse(announcements) });
      this.#newest = Math.max(this.#newest, position);
    }
  }

  async #connected(): Promise<pg.Client> {
    this.#client ??= await this.#cluster.connect();
    return this.#client;
  }
}
