import type { Topic } from "../../visibility/announcement.ts";

/** Counts the followed topics of each shard. Several topics share a shard, so that there are not too many of them. */
export class FollowedShards {
  readonly #size: number;
  readonly #counts = new Map<number, number>();

  constructor(size: number) {
    this.#size = size;
  }

  of(topic: Topic): number {
    return Bun.hash.crc32(topic) % this.#size;
  }

  /** Returns the shard if it had no topic before. */
  add(topic: Topic): number | undefined {
    const shard = this.of(topic);
    const count = this.#counts.get(shard) ?? 0;
    this.#counts.set(shard, count + 1);
    return count === 0 ? shard : undefined;
  }

  remove(topic: Topic): void {
    const shard = this.of(topic);
    const count = this.#counts.get(shard) ?? 0;
    if (count > 1) this.#counts.set(shard, count - 1);
    else this.#counts.delete(shard);
  }

  has(shard: number): boolean {
    return this.#counts.has(shard);
  }

  all(): Iterable<number> {
    return this.#counts.keys();
  }
}
