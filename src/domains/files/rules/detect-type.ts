import { isText } from "./text.ts";

/** How many bytes of a file its type is detected by. */
export const headLength = 65_536;
export const unknownType = "application/octet-stream";
export const textType = "text/plain";

const portable = "application/vnd.microsoft.portable-executable";

/** Synonyms, and types that claim more than the content shows. */
const canonicalTypes: Record<string, string> = {
  "image/apng": "image/png",
  "application/x-msdownload": portable,
  "audio/x-m4a": "audio/m4a",
  "audio/vnd.wave": "audio/x-wav",
  "audio/wav": "audio/x-wav",
  "audio/flac": "audio/x-flac",
};

/** File extensions that refine a type, and the type that the content must have. */
const extensions: Record<string, readonly [from: string, to: string]> = {
  ".apk": ["application/zip", "application/vnd.android.package-archive"],
  ".exe": [portable, portable],
};

/**
 * Detects the type of a file by its first bytes; the name only chooses between types with the same signature. All text is
 * `text/plain`, HTML, SVG and scripts included. The caller checks that the rest of the file is text as well.
 */
export async function detectType(head: Uint8Array, name: string): Promise<string> {
  const textual = textualFormat(head);
  if (textual) return textual;
  if (isText(head, { partial: true })) return textType;
  // Loaded on first use, so that the server starts without it.
  const { fileTypeFromBuffer } = await import("file-type");
  const detected = (await fileTypeFromBuffer(head))?.mime.split(";")[0] ?? unknownType;
  const type = canonicalTypes[detected] ?? detected;
  if (/^text\/|xml|html|script/.test(type)) return unknownType;
  const [from, to] = extensions[/\.[a-z]+$/i.exec(name)?.[0].toLowerCase() ?? ""] ?? [];
  return to !== undefined && type === from ? to : type;
}

/** Formats whose files may be plain text throughout. */
function textualFormat(head: Uint8Array): string | undefined {
  const startsWith = (word: string) =>
    Buffer.from(head.buffer, head.byteOffset, word.length).toString("latin1") === word;
  if (head.length >= 5 && startsWith("%PDF-")) return "application/pdf";
  if (head.length >= 5 && startsWith("{\\rtf")) return "application/rtf";
  return undefined;
}

/** The offset of the audio after an ID3 tag, which may hold whole images; 0 without such a tag. */
export function afterId3(head: Uint8Array): number {
  if (head.length < 10 || Buffer.from(head.subarray(0, 3)).toString("latin1") !== "ID3") return 0;
  return 10 + head.subarray(6, 10).reduce((size, byte) => size * 128 + (byte & 0x7f), 0);
}
