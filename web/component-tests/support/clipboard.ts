export interface RecordedClipboard extends Disposable {
  /** What pages have copied so far. */
  readonly copied: string[];
  /** Whether the browser refuses to copy. */
  isRefused: boolean;
}

/** Replaces the clipboard of the window until the end of the test, and records what is copied. */
export function recordClipboard(): RecordedClipboard {
  const clipboard: RecordedClipboard = {
    copied: [],
    isRefused: false,
    [Symbol.dispose]: () => void Reflect.deleteProperty(navigator, "clipboard"),
  };
  async function writeText(text: string): Promise<void> {
    if (clipboard.isRefused) throw new DOMException("refused", "NotAllowedError");
    clipboard.copied.push(text);
  }
  Object.defineProperty(navigator, "clipboard", { configurable: true, value: { writeText } });
  return clipboard;
}
