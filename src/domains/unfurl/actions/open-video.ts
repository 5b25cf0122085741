import { fail } from "../../../declare/error.ts";
import type { Services } from "../../../declare/services.ts";
import type { OutsideAnswer } from "../../../platform/outbound/port.ts";
import { videoType } from "./measure-video.ts";

export interface Video {
  readonly type: string;
  readonly stream: ReadableStream<Uint8Array>;
}

/** So much tells what a file is. */
const headBytes = 4_200;
const underWay = new WeakMap<Services, { count: number }>();

/** Passes a video on as it comes, once its beginning has shown that it is one. */
export async function openVideo(services: Services, { body }: OutsideAnswer): Promise<Video> {
  const { unfurl } = services.config;
  const places = underWay.get(services) ?? { count: 0 };
  underWay.set(services, places);
  const reader = body.getReader();
  const head = await readHead(reader);
  const type = await videoType(Buffer.concat(head));
  // Viewers may be slow, and must not take up all that can be fetched at once.
  const isFull = places.count >= unfurl.videos;
  if (type === undefined || isFull) {
    await reader.cancel();
    throw fail(type === undefined ? "FileTypeNotAllowed" : "ProxyError");
  }
  places.count += 1;
  const leave = once(() => {
    clearTimeout(timer);
    places.count -= 1;
  });
  const timer = setTimeout(leave, unfurl.video_timeout_ms);
  return { type, stream: resume(head, reader, leave) };
}

interface Reader {
  read(): Promise<{ readonly done: boolean; readonly value?: Uint8Array | undefined }>;
  cancel(): Promise<void>;
}

async function readHead(reader: Reader): Promise<Uint8Array[]> {
  const chunks: Uint8Array[] = [];
  for (let length = 0; length < headBytes; ) {
    const { value } = await reader.read();
    if (!value) break;
    chunks.push(value);
    length += value.length;
  }
  return chunks;
}

/** What was read already, then the rest, no faster than it is wanted. */
function resume(head: Uint8Array[], reader: Reader, leave: () => void): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const first = head.shift();
        if (first) return controller.enqueue(first);
        try {
          const { value } = await reader.read();
          if (value) return controller.enqueue(value);
          controller.close();
        } catch (error) {
          controller.error(error);
        }
        leave();
      },
      async cancel() {
        leave();
        await reader.cancel();
      },
    },
    { highWaterMark: 0 },
  );
}

function once(work: () => void): () => void {
  let isDone = false;
  return () => {
    if (!isDone) work();
    isDone = true;
  };
}
