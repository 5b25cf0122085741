import { createReadStream } from "node:fs";
import { rm } from "node:fs/promises";

/** JSON lines in a temporary file, as many as there are: a tar has the size of an entry before its content. */
export class LineSpool implements AsyncDisposable {
  readonly #path: string;
  readonly #writer: Bun.FileSink;
  #unflushed = 0;
  lines = 0;

  constructor(path: string) {
    this.#path = path;
    this.#writer = Bun.file(path).writer();
  }

  async add(line: unknown): Promise<void> {
    const text = `${JSON.stringify(line)}\n`;
    this.#writer.write(text);
    this.#unflushed += text.length;
    this.lines += 1;
    if (this.#unflushed < flushedBytes) return;
    this.#unflushed = 0;
    await this.#writer.flush();
  }

  /** All of it, once nothing is added any more. */
  async finish(): Promise<Blob> {
    await this.#writer.end();
    return Bun.file(this.#path);
  }

  /** The lines again, after `finish`. */
  async *read(): AsyncGenerator<unknown> {
    const { createInterface } = process.getBuiltinModule("node:readline");
    for await (const line of createInterface(createReadStream(this.#path))) yield JSON.parse(line);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#writer.end();
    await rm(this.#path, { force: true });
  }
}

const flushedBytes = 256 * 1_024;
