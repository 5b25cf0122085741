import type { CommandContext } from "../declare/command.ts";
import type { AnyTx } from "../declare/tx.ts";
import { maxPauseMs } from "../platform/concurrency/paced.ts";

/** How long a transaction keeps others from writing: about as long as a disk takes to sync. */
const targetMs = 4;
const [minSize, maxSize] = [16, 1_000];

/**
 * Runs the transactions of a job of many equal items, and keeps the database free after each for as long as it took. It
 * also decides how many items go into one, by how long the ones before took. What is done between two transactions counts as pause: waiting for the disk, reading on.
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
    const result = await this.#write(async (tx) => {
      begun = performance.now();
      const done = await work(tx);
      ended = performance.now();
      return done;
    });
    const tookMs = ended - begun;
    this.#freeUntil = ended + tookMs;
    const perItem = Math.max(tookMs, 0.1) / Math.max(items, 1);
    const wanted = Math.min(2 * this.#size, Math.max(this.#size / 2, targetMs / perItem));
    this.#size = Math.round(Math.min(maxSize, Math.max(minSize, wanted)));
    return result;
  }
}
