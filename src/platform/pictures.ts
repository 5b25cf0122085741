import type Sharp from "sharp";
import { Semaphore } from "./semaphore.ts";

/** One line for the whole program: decoding takes memory, and threads that files and passwords need as well. */
const semaphore = new Semaphore(2);

/** Lets `work` draw or decode pictures when it is its turn. */
export function withSharp<T>(work: (sharp: typeof Sharp) => Promise<T>): Promise<T> {
  return semaphore.run(async () => {
    // Loaded here, where it is first needed, so that the server starts without it.
    const { default: sharp } = await import("sharp");
    // It would keep files open that are removed meanwhile.
    sharp.cache(false);
    return work(sharp);
  });
}
