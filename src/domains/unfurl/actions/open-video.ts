import type { OutsideAnswer } from "../../../platform/outbound/port.ts";
import { fail } from "../../../protocol/error.ts";
import { videoType } from "./measure-video.ts";

/** A video on its way, of which nobody has seen anything yet. */
export interface OpenVideo {
  readonly type: string;
  /** The next bytes; undefined at the end. */
  read(): Promise<Uint8Array | undefined>;
  close(): Promise<void>;
}

/** So much tells what a file is. */
const headBytes = 4_200;

/** Looks at the beginning, and refuses what is no video. */
export async function openVideo({ body }: OutsideAnswer): Promise<OpenVideo> {
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
