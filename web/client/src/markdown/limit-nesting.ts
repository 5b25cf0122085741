/** How deep quotes and lists may be nested on one line, before the rest of the line is text. */
const deepest = 12;
const marker = /[ \t]*(?:>|[-*+](?=[ \t])|\d{1,9}[.)](?=[ \t]))/y;

/** Escapes the markers of quotes and lists that are nested too deep: the parser's work grows with the square of the depth. */
export function limitNesting(text: string): string {
  return text.split("\n").map(limitLine).join("\n");
}

function limitLine(line: string): string {
  marker.lastIndex = 0;
  let count = 0;
  let end = 0;
  while (marker.test(line)) {
    count += 1;
    if (count > deepest) return `${line.slice(0, end)}\\${line.slice(end).trimStart()}`;
    end = marker.lastIndex;
  }
  return line;
}
