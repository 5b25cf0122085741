/** So much of a page is looked through for what it says of its encoding. */
const declarationLength = 1_024;

/** The text of a page, or of its beginning: in the encoding of its mark, its header or its own words, else UTF-8. */
export function decodePage(bytes: Uint8Array, contentType: string): string {
  const label = markOf(bytes) ?? charsetIn(contentType) ?? declaredIn(bytes) ?? "utf-8";
  return (decoderFor(label) ?? new TextDecoder()).decode(bytes);
}

function markOf([first, second]: Uint8Array): string | undefined {
  if (first === 0xff && second === 0xfe) return "utf-16le";
  return first === 0xfe && second === 0xff ? "utf-16be" : undefined;
}

function charsetIn(text: string): string | undefined {
  return /charset\s*=\s*["']?\s*([\w:.-]+)/i.exec(text)?.[1];
}

function declaredIn(bytes: Uint8Array): string | undefined {
  const start = Buffer.from(bytes.subarray(0, declarationLength)).toString("latin1");
  const label = charsetIn(/<meta\b[^>]*charset[^>]*/i.exec(start)?.[0] ?? "");
  // Whoever could read this far knows that it is not.
  return label !== undefined && /^utf-?16/i.test(label) ? undefined : label;
}

function decoderFor(label: string): { decode(bytes: Uint8Array): string } | undefined {
  try {
    return new TextDecoder(label as Bun.Encoding);
  } catch {
    return undefined;
  }
}
