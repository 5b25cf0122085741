import { Semaphore } from "../../../platform/semaphore.ts";
import { type Beginning, readUpTo } from "./read-up-to.ts";

/** As many images and videos are held in memory at once; the others wait where they come from. */
const semaphore = new Semaphore(8);

export function readMedia<T>(
  body: ReadableStream<Uint8Array>,
  most: number,
  use: (beginning: Beginning) => Promise<T>,
): Promise<T> {
  return semaphore.run(async () => use(await readUpTo(body, most)));
}
