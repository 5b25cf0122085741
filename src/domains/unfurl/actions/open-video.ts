import { fail } from "../../../declare/error.ts";
import type { OutboundResponse } from "../../../platform/outbound/port.ts";
import { videoType } from "./measure-video.ts";

/** A video whose first bytes have been checked, and which is still to be read from its start. */
export interface OpenVideo {
  readonly type: string;
  /** The next bytes; undefined at the end. */
  read(): Promise<Uint8Array | undefined>;
  close(): Promise<void>;
}

/** Enough to detect the type of a file. */
const headBytes = 4_200;

/** Detects the type of a response by its first bytes, and refuses anything but a video. */
export async function openVideo({ body }: OutboundResponse): Promise<OpenVideo> {
  const reader = body.getReader();
  const next = async () => (await reader.read()).value;
  const head: Uint8Array[] = [];
  for (let length = 0; length < headBytes; ) {
    const chunk = await next();
    if (!chunk) break;
    head.push(chunk);
    length += chunk.length;
  }
  const type = await videoType(Buffer.concat(head));
  const close = () => reader.cancel();
  if (type !== undefined) return { type, read: async () => head.shift() ?? next(), close };
  await close();
  throw fail("FileTypeNotAllowed");
}
