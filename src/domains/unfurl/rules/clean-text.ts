const encoder = new TextEncoder();

/** Fit to be shown and stored: no control characters, no halves of characters, nothing around it. */
export function cleanText(text: string): string {
  return text
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g, "")
    .toWellFormed()
    .trim();
}

/** As much of the beginning as fits into so many bytes, in whole characters. */
export function clip(text: string, bytes: number): string {
  const { read } = encoder.encodeInto(text, new Uint8Array(bytes));
  return text.slice(0, read);
}
