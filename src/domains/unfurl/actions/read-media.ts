import { Semaphore } from "../../../platform/semaphore.ts";
import { resource } from "../../../store/resource.ts";
import type { Services } from "../../../store/services.ts";
import { type Beginning, readUpTo } from "./read-up-to.ts";

/** How many images and videos are in memory at once; the others wait at their origin. */
export const mediaInMemory = resource({ name: "media in memory", open: () => new Semaphore(8) });

export function readMedia<T>(
  { resources, config }: Services,
  body: ReadableStream<Uint8Array>,
  use: (beginning: Beginning) => Promise<T>,
): Promise<T> {
  return resources.get(mediaInMemory).run(async () => use(await readUpTo(body, config.outbound.max_bytes)));
}
