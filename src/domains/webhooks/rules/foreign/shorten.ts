const ellipsis = "…";
const fence = "```";
const encoder = new TextEncoder();

/** The beginning of a text that fits, with a sign that there was more, and without half of a link or of a code block. */
export function shortenBytes(text: string, most: number): string {
  if (Buffer.byteLength(text) <= most) return text;
  const room = most - Buffer.byteLength(`${ellipsis}\n${fence}`);
  if (room < 1) return beginning(text, Math.max(most, 0));
  const start = beginning(text, room)
    .replace(/\[[^\]\n]*(?:\]\([^)\n]*)?$/, "")
    .trimEnd();
  const isInBlock = start.split(fence).length % 2 === 0;
  return start + ellipsis + (isInBlock ? `\n${fence}` : "");
}

/** For names, which are counted in characters. */
export function shortenName(text: string, most: number): string {
  if (text.length <= most) return text;
  // A character of two halves stays whole, or goes.
  return (
    text
      .slice(0, most - 1)
      .replace(/[\ud800-\udbff]$/, "")
      .trimEnd() + ellipsis
  );
}

/** Whole characters only. */
function beginning(text: string, bytes: number): string {
  return text.slice(0, encoder.encodeInto(text, new Uint8Array(bytes)).read);
}

/** How much each may have of the room, if what the small ones leave is for the large ones. */
export function shareRoom(sizes: readonly number[], room: number): number[] {
  const shares = sizes.map(() => 0);
  const smallFirst = [...sizes.entries()].sort(([, a], [, b]) => a - b);
  let left = room;
  for (const [at, [index, size]] of smallFirst.entries()) {
    const share = Math.min(size, Math.floor(left / (sizes.length - at)));
    shares[index] = share;
    left -= share;
  }
  return shares;
}
