import { type Dimensions, detectType, readMatroskaSize, readMp4 } from "../../files/index.ts";

/** Measures a video by its headers; undefined if they are not among these bytes, or the format has none. */
export async function measureVideo(bytes: Buffer): Promise<Dimensions | undefined> {
  const type = await videoType(bytes);
  const readAt = async (offset: number, length: number) => bytes.subarray(offset, offset + length);
  if (type === undefined) return undefined;
  if (/matroska|webm/.test(type)) return readMatroskaSize(readAt, bytes.length);
  return (await readMp4(readAt, bytes.length)).size;
}

/** The type of a video by its first bytes; undefined if it is no video. */
export async function videoType(head: Uint8Array): Promise<string | undefined> {
  const type = await detectType(head, "");
  return type.startsWith("video/") ? type : undefined;
}
