/**
 * Text of strangers for somebody's terminal: nothing in it moves the cursor, turns the direction of writing or looks
 * like the beginning of a line that it is not.
 */
export function plain(text: string, lineBreak = "\n"): string {
  return text
    .replace(/\r\n|[\n\r\u0085\u2028\u2029]/g, lineBreak)
    .replace(/[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, (control) =>
      control === "\n" ? control : "\ufffd",
    );
}
