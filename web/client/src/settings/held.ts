import { createMemo } from "solid-js";

/** What the pages of something show. A dialog may outlive the page, and the thing: it then reads the last one. */
export function held<T>(source: () => T | undefined, first: T): () => T {
  return createMemo((last: T) => source() ?? last, first);
}
