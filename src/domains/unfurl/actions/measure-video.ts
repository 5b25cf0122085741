import { detectType, readMatroskaSize, readMp4, type Size } from "../../files/index.ts";

/** By its headers, if they are among these bytes; undefined if it is no video, or of a kind that tells no size. */
export async function measureVideo(bytes: Buffer): Promise<Size | undefined> {
  const type = await videoType(bytes);
  const readAt = async (offset: number, length: number) => bytes.subarray(offset, offset + length);
  if (type === undefined) return undefined;
  if (/matroska|webm/.test(type)) return readMatroskaSize(readAt, bytes.length);
  return (await readMp4(readAt, bytes.length)).size;
}

/** What a video is, by its beginning. */
export async function videoType(head: Uint8Array): Promise<string | undefined> {
  const type = await detectType(head, "");
  return type.startsWith("video/") ? type : undefined;
}
