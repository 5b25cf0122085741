import type { CommandContext } from "../src/declare/command.ts";
import type { AnyTx } from "../src/declare/tx.ts";
import { maxPauseMs } from "../src/platform/concurrency/paced.ts";

/**
 * How long a transaction is to take. On SQLite it keeps others from writing: about as long as a disk takes to sync. On
 * PostgreSQL others go on meanwhile, and a transaction waits for several responses, which take some milliseconds on a
 * busy machine, however few items it has.
 */
const targetMs = { sqlite: 4, postgres: 25 };
/** Fewer hardly hold the lock for less time; on a busy machine, most of the measured time is waiting for a core. */
const minSize = 64;
const maxSize = 1_000;

/**
 * Runs the transactions of a job of many equal items, and decides how many items go into one, by how long the ones
 * before took. On SQLite it keeps the database free after each for as long as it took; what is done between two
 * transactions counts as pause: waiting for the disk, reading on.
 */
export class BatchPace {
  readonly #write: CommandContext["write"];
  #size = 100;
  #freeUntil = 0;

  constructor({ write }: Pick<CommandContext, "write">) {
    this.#write = write;
  }

  get size(): number {
    return this.#size;
  }

  async write<T>(items: number, work: (tx: AnyTx) => Promise<T>): Promise<T> {
    const pause = this.#freeUntil - performance.now();
    if (pause > 0) await Bun.sleep(Math.min(maxPauseMs, pause));
    let [begun, ended] = [0, 0];
    let dialect: AnyTx["dialect"] = "sqlite";
    const result = await this.#write(async (tx) => {
      dialect = tx.dialect;
      begun = performance.now();
      const done = await work(tx);
      ended = performance.now();
      return done;
    });
    const tookMs = ended - begun;
    if (dialect === "sqlite") this.#freeUntil = ended + tookMs;
    const perItem = Math.max(tookMs, 0.1) / Math.max(items, 1);
    const wanted = Math.min(2 * this.#size, Math.max(this.#size / 2, targetMs[dialect] / perItem));
    this.#size = Math.round(Math.min(maxSize, Math.max(minSize, wanted)));
    return result;
  }
}
