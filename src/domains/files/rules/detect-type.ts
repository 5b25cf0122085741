import { isText } from "./text.ts";

/** So much of the beginning of a file is looked at. */
export const headLength = 65_536;
export const unknownType = "application/octet-stream";
export const textType = "text/plain";

const portable = "application/vnd.microsoft.portable-executable";

/** Types that say the same in other words, or more than is known. */
const otherNames: Record<string, string> = {
  "image/apng": "image/png",
  "application/x-msdownload": portable,
  "audio/x-m4a": "audio/m4a",
  "audio/vnd.wave": "audio/x-wav",
  "audio/wav": "audio/x-wav",
  "audio/flac": "audio/x-flac",
};

/** Endings that say more than the content does, and the type that the content must have for it. */
const endings: Record<string, readonly [from: string, to: string]> = {
  ".apk": ["application/zip", "application/vnd.android.package-archive"],
  ".exe": [portable, portable],
};

/**
 * What a file is, by its beginning; the name only says which of several things with the same beginning. Text is
 * text, whatever is written in it: pages, drawings and scripts included. `text/plain` is meant for a file of
 * which the rest is text as well.
 */
export async function detectType(head: Uint8Array, name: string): Promise<string> {
  const marked = textMark(head);
  if (marked) return marked;
  if (isText(head, { partial: true })) return textType;
  // Loaded here, where it is first needed, so that the server starts without it.
  const { fileTypeFromBuffer } = await import("file-type");
  const found = (await fileTypeFromBuffer(head))?.mime.split(";")[0] ?? unknownType;
  const type = otherNames[found] ?? found;
  if (/^text\/|xml|html|script/.test(type)) return unknownType;
  const [from, to] = endings[/\.[a-z]+$/i.exec(name)?.[0].toLowerCase() ?? ""] ?? [];
  return to !== undefined && type === from ? to : type;
}

/** Formats that may look like plain text all the way. */
function textMark(head: Uint8Array): string | undefined {
  const begins = (word: string) =>
    Buffer.from(head.buffer, head.byteOffset, word.length).toString("latin1") === word;
  if (head.length >= 5 && begins("%PDF-")) return "application/pdf";
  if (head.length >= 5 && begins("{\\rtf")) return "application/rtf";
  return undefined;
}

/** Where the sound begins, in a file that begins with an ID3 tag: such tags hold whole pictures. */
export function afterId3(head: Uint8Array): number {
  if (head.length < 10 || Buffer.from(head.subarray(0, 3)).toString("latin1") !== "ID3") return 0;
  return 10 + head.subarray(6, 10).reduce((size, byte) => size * 128 + (byte & 0x7f), 0);
}
