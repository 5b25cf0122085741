import type Sharp from "sharp";
import { Semaphore } from "../concurrency/semaphore.ts";

/** Decoding takes memory, and threads of the pool that files and passwords need as well. */
const concurrency = 2;

/** Limits how many images the process decodes or draws at once. */
export class ImageDecoder {
  readonly #semaphore = new Semaphore(concurrency);

  /** Calls `work` when it is its turn. */
  run<T>(work: (sharp: typeof Sharp) => Promise<T>): Promise<T> {
    return this.#semaphore.run(async () => {
      // Loaded on first use, so that the server starts without it.
      const { default: sharp } = await import("sharp");
      // Its cache would keep files open after they are deleted.
      sharp.cache(false);
      return work(sharp);
    });
  }
}
