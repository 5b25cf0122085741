/** Control characters other than tabs, line ends, form feeds and terminal escapes. */
const control = /[\u0000-\u0008\u000b\u000e-\u001a\u001c-\u001f\u007f]/;

/** Checks a text chunk by chunk. */
export class TextCheck {
  readonly #decoder = new TextDecoder("utf-8", { fatal: true });

  /** Whether it can still be text; with `last`, whether it is. */
  accepts(chunk: Uint8Array, last: boolean): boolean {
    try {
      return !control.test(this.#decoder.decode(chunk, { stream: !last }));
    } catch {
      return false;
    }
  }
}

/** `partial`: more follows, so the last character may be cut in two. */
export function isText(bytes: Uint8Array, { partial }: { partial: boolean }): boolean {
  return new TextCheck().accepts(bytes, !partial);
}
