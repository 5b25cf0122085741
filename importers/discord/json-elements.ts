import { open } from "node:fs/promises";
import { MalformedExport } from "../malformed-export.ts";

/** An element of the array `messages`. */
interface JsonElement {
  readonly text: string;
  /** Where it begins, from 1. */
  readonly line: number;
  readonly bytes: number;
}

const chunkBytes = 1 << 18;
/** Messages of Discord take a few kilobytes. */
const maxElementBytes = 16 << 20;
const maxRestBytes = 1 << 20;
const maxDepth = 64;
/** Longer than the name that is looked for. */
const maxKey = 9;

const [quote, backslash, newline] = [0x22, 0x5c, 0x0a];
const [openBrace, closeBrace, openBracket, closeBracket] = [0x7b, 0x7d, 0x5b, 0x5d];
const [comma, space] = [0x2c, 0x20];

/**
 * Reads an object with an array `messages` from a file of any size, however it is indented: yields the elements of the
 * array in pages, and at the end passes on the object with an empty array in their place. It needs the memory of one
 * chunk and one element.
 */
export async function* readElements(
  path: string,
  name: string,
  onEnd?: (rest: unknown) => void,
): AsyncGenerator<JsonElement[]> {
  const scanner = new Scanner(name);
  let bytes = 0;
  await using file = await open(path);
  // One buffer for the whole file: many of them would wait for the garbage collector.
  const buffer = Buffer.allocUnsafe(chunkBytes);
  for (;;) {
    const { bytesRead } = await file.read(buffer, 0, chunkBytes, bytes);
    if (bytesRead === 0) break;
    bytes += bytesRead;
    collectGarbage(bytesRead);
    const page = scanner.scan(buffer.subarray(0, bytesRead));
    if (page.length > 0) yield page;
  }
  const rest = scanner.end();
  onEnd?.(rest);
}

/** How much is read between two collections. */
const bytesPerCollection = 32 << 20;
let uncollected = 0;

/**
 * Nearly everything that is read is garbage soon. The runtime would let it grow to several times of what is in use, and
 * the server next to the import needs the memory.
 */
function collectGarbage(bytesRead: number): void {
  uncollected += bytesRead;
  if (uncollected < bytesPerCollection) return;
  uncollected = 0;
  Bun.gc(true);
}

class Scanner {
  readonly #name: string;
  readonly #decoder = new TextDecoder("utf-8", { fatal: true });
  /** What surrounds the elements. */
  #rest: Buffer[] = [];
  #restBytes = 0;
  /** The beginning of an element that the next chunk continues. */
  #begun: Buffer[] = [];
  #begunBytes = 0;
  #elementLine = 0;
  #line = 1;
  #depth = 0;
  #isInString = false;
  #isEscaped = false;
  #isInMessages = false;
  #hasMessages = false;
  /** The last text of the outermost object, by its bytes: the name of the value that follows. */
  #key: number[] = [];

  constructor(name: string) {
    this.#name = name;
  }

  scan(chunk: Buffer): JsonElement[] {
    const page: JsonElement[] = [];
    // Where the part of the chunk begins that is neither kept nor yielded yet.
    let from = 0;
    for (let at = 0; at < chunk.length; at++) {
      if (this.#isInString) {
        at = this.#skipString(chunk, at);
        continue;
      }
      const byte = chunk[at] as number;
      if (byte === space) continue;
      if (byte === newline) this.#line += 1;
      if (byte === quote) {
        if (this.#isInMessages && this.#depth === 2) throw this.#malformed("expected a message");
        this.#isInString = true;
        if (this.#depth === 1) this.#key = [];
      } else if (byte === openBrace || byte === openBracket) {
        if (++this.#depth > maxDepth) throw this.#malformed("the values are nested too deeply");
        if (this.#isInMessages && this.#depth === 3) {
          if (byte !== openBrace) throw this.#malformed("expected a message");
          from = at;
          this.#elementLine = this.#line;
        } else if (byte === openBracket && this.#depth === 2 && this.#isMessagesKey()) {
          if (this.#hasMessages) throw this.#malformed("there are messages twice");
          this.#keepRest(chunk.subarray(from, at + 1));
          [this.#isInMessages, this.#hasMessages] = [true, true];
        }
      } else if (byte === closeBrace || byte === closeBracket) {
        this.#depth -= 1;
        if (this.#isInMessages && this.#depth === 2) {
          page.push(this.#element(chunk.subarray(from, at + 1)));
          from = at + 1;
        } else if (this.#isInMessages && this.#depth === 1) {
          this.#isInMessages = false;
          from = at;
        }
      } else if (this.#isInMessages && this.#depth === 2 && byte > space && byte !== comma)
        throw this.#malformed("expected a message");
    }
    if (!this.#isInMessages) this.#keepRest(chunk.subarray(from));
    else if (this.#depth > 2) this.#keepBegun(chunk.subarray(from));
    return page;
  }

  /** Returns where a text ends, or the end of the chunk. Local variables, because most bytes are in texts. */
  #skipString(chunk: Buffer, start: number): number {
    const { length } = chunk;
    let isEscaped = this.#isEscaped;
    let at = start;
    for (; at < length; at++) {
      const byte = chunk[at] as number;
      if (byte === newline) this.#line += 1;
      if (isEscaped) isEscaped = false;
      else if (byte === backslash) isEscaped = true;
      else if (byte === quote) break;
    }
    this.#isEscaped = isEscaped;
    if (at < length) this.#isInString = false;
    if (this.#depth === 1) {
      const key = chunk.subarray(start, Math.min(at, start + maxKey));
      this.#key = [...this.#key, ...key].slice(0, maxKey);
    }
    return at;
  }

  end(): unknown {
    if (this.#depth !== 0 || this.#isInString)
      throw this.#malformed("the file ends in the middle: the export was cut off");
    if (!this.#hasMessages) throw this.#malformed("there are no messages: this is no export of a channel");
    return this.#parse(Buffer.concat(this.#rest), 1);
  }

  #isMessagesKey(): boolean {
    return String.fromCharCode(...this.#key) === "messages";
  }

  #keepRest(part: Buffer): void {
    this.#restBytes += part.length;
    if (this.#restBytes > maxRestBytes) throw this.#malformed("there is too much outside of the messages");
    this.#rest.push(Buffer.from(part));
  }

  #keepBegun(part: Buffer): void {
    this.#begunBytes += part.length;
    if (this.#begunBytes > maxElementBytes) throw this.#malformed("a message is too long");
    this.#begun.push(Buffer.from(part));
  }

  #element(part: Buffer): JsonElement {
    const whole = this.#begun.length > 0 ? Buffer.concat([...this.#begun, part]) : part;
    [this.#begun, this.#begunBytes] = [[], 0];
    if (whole.length > maxElementBytes) throw this.#malformed("a message is too long");
    return { text: this.#decode(whole, this.#elementLine), line: this.#elementLine, bytes: whole.length };
  }

  #parse(bytes: Buffer, line: number): unknown {
    return parseJson(this.#decode(bytes, line), { name: this.#name, line });
  }

  #decode(bytes: Buffer, line: number): string {
    try {
      return this.#decoder.decode(bytes);
    } catch {
      throw new MalformedExport(this.#name, line, "the text is not UTF-8");
    }
  }

  #malformed(problem: string): MalformedExport {
    return new MalformedExport(this.#name, this.#line, problem);
  }
}

/** Parses JSON that begins in a line of a file. */
export function parseJson(text: string, { name, line }: { name: string; line: number }): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new MalformedExport(name, line, error instanceof Error ? error.message : String(error));
  }
}
