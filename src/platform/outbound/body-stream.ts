import type { IncomingMessage } from "node:http";
import { assertAcceptable, boundedChunks } from "./bounded-body.ts";
import type { Deadline } from "./deadline.ts";
import { explain } from "./explain.ts";

export interface OpenedBody {
  readonly stream: ReadableStream<Uint8Array>;
  /** Resolves once nobody reads it any more. */
  readonly done: Promise<unknown>;
}

/** Nothing is read ahead of the reader. */
export function openBody(message: IncomingMessage, maxBytes: number, deadline: Deadline): OpenedBody {
  assertAcceptable(message, maxBytes);
  const { promise: done, resolve: finish } = Promise.withResolvers<void>();
  const chunks = boundedChunks(message, maxBytes);
  const stream = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const next = await deadline.race(chunks.next());
          if (!next.done) return controller.enqueue(next.value);
          controller.close();
        } catch (error) {
          controller.error(explain(error));
        }
        finish();
      },
      cancel: finish,
    },
    { highWaterMark: 0 },
  );
  return { stream, done: deadline.race(done) };
}

/** Of an answer to HEAD, which may announce what does not come. */
export function noBody(): OpenedBody {
  const stream = new ReadableStream<Uint8Array>({ start: (controller) => controller.close() });
  return { stream, done: Promise.resolve() };
}
