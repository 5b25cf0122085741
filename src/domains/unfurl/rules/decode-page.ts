/** How many bytes of a page are searched for a declaration of its encoding. */
const declarationLength = 1_024;

/** Decodes a page, or its beginning, by its byte order mark, its Content-Type header or its meta tag; else as UTF-8. */
export function decodePage(bytes: Uint8Array, contentType: string): string {
  const label = byteOrderMark(bytes) ?? charsetIn(contentType) ?? declaredIn(bytes) ?? "utf-8";
  return (decoderFor(label) ?? new TextDecoder()).decode(bytes);
}

function byteOrderMark([first, second]: Uint8Array): string | undefined {
  if (first === 0xff && second === 0xfe) return "utf-16le";
  return first === 0xfe && second === 0xff ? "utf-16be" : undefined;
}

function charsetIn(text: string): string | undefined {
  return /charset\s*=\s*["']?\s*([\w:.-]+)/i.exec(text)?.[1];
}

function declaredIn(bytes: Uint8Array): string | undefined {
  const start = Buffer.from(bytes.subarray(0, declarationLength)).toString("latin1");
  const label = charsetIn(/<meta\b[^>]*charset[^>]*/i.exec(start)?.[0] ?? "");
  // A declaration that could be read as Latin-1 is not in UTF-16.
  return label !== undefined && /^utf-?16/i.test(label) ? undefined : label;
}

function decoderFor(label: string): { decode(bytes: Uint8Array): string } | undefined {
  try {
    return new TextDecoder(label as Bun.Encoding);
  } catch {
    return undefined;
  }
}
