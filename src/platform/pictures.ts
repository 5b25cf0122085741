import type Sharp from "sharp";
import { Semaphore } from "./semaphore.ts";

/** For the whole process: decoding takes memory, and threads that files and passwords need as well. */
const semaphore = new Semaphore(2);

/** Runs work that draws or decodes pictures, as soon as a slot is free. */
export function withSharp<T>(work: (sharp: typeof Sharp) => Promise<T>): Promise<T> {
  return semaphore.run(async () => {
    // Loaded on first use, so that the server starts without it.
    const { default: sharp } = await import("sharp");
    // The cache would keep files open that are deleted in the meantime.
    sharp.cache(false);
    return work(sharp);
  });
}
