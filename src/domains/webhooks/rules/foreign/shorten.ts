const ellipsis = "…";
const fence = "```";
const encoder = new TextEncoder();

/** Cuts a text to a number of bytes and marks the cut. Drops a link that was cut, and closes a code block. */
export function shortenBytes(text: string, max: number): string {
  if (Buffer.byteLength(text) <= max) return text;
  const available = max - Buffer.byteLength(`${ellipsis}\n${fence}`);
  if (available < 1) return beginning(text, Math.max(max, 0));
  const start = beginning(text, available)
    .replace(/\[[^\]\n]*(?:\]\([^)\n]*)?$/, "")
    .trimEnd();
  const isInBlock = start.split(fence).length % 2 === 0;
  return start + ellipsis + (isInBlock ? `\n${fence}` : "");
}

/** Cuts a name, whose length counts in UTF-16 units. */
export function shortenName(text: string, max: number): string {
  if (text.length <= max) return text;
  // Drops half of a surrogate pair.
  return (
    text
      .slice(0, max - 1)
      .replace(/[\ud800-\udbff]$/, "")
      .trimEnd() + ellipsis
  );
}

/** The longest beginning of whole characters within the bytes. */
function beginning(text: string, bytes: number): string {
  return text.slice(0, encoder.encodeInto(text, new Uint8Array(bytes)).read);
}

/** Divides a budget among texts of these sizes. What small texts leave goes to the large ones. */
export function shareBytes(sizes: readonly number[], budget: number): number[] {
  const shares = sizes.map(() => 0);
  const smallFirst = [...sizes.entries()].sort(([, a], [, b]) => a - b);
  let remaining = budget;
  for (const [at, [index, size]] of smallFirst.entries()) {
    const share = Math.min(size, Math.floor(remaining / (sizes.length - at)));
    shares[index] = share;
    remaining -= share;
  }
  return shares;
}
