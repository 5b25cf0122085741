/** Bytes that were read and not used yet. */
export class ByteQueue {
  readonly #chunks: Uint8Array[] = [];
  #length = 0;

  get length(): number {
    return this.#length;
  }

  push(chunk: Uint8Array): void {
    if (chunk.length === 0) return;
    this.#chunks.push(chunk);
    this.#length += chunk.length;
  }

  /** The next bytes, which stay in the queue. There must be as many. */
  peek(count: number): Uint8Array {
    const [first] = this.#chunks;
    if (first && first.length >= count) return first.subarray(0, count);
    const joined = Buffer.concat(this.#chunks.splice(0));
    this.#chunks.push(joined);
    return joined.subarray(0, count);
  }

  /** The next bytes. There must be as many. */
  take(count: number): Uint8Array {
    const taken = this.peek(count);
    const [first] = this.#chunks;
    if (first) this.#chunks[0] = first.subarray(count);
    if (this.#chunks[0]?.length === 0) this.#chunks.shift();
    this.#length -= count;
    return taken;
  }
}
