const encoder = new TextEncoder();

/** Removes control characters, lone surrogates and surrounding space. */
export function cleanText(text: string): string {
  return text
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g, "")
    .toWellFormed()
    .trim();
}

/** The longest beginning that fits into `bytes`, in whole characters. */
export function clip(text: string, bytes: number): string {
  const { read } = encoder.encodeInto(text, new Uint8Array(bytes));
  return text.slice(0, read);
}
