interface Waiter {
  readonly position: number;
  readonly resolve: () => void;
}

/** Those who wait until the commits up to a position have been delivered. */
export class PositionWaiters {
  #waiters: Waiter[] = [];

  get isEmpty(): boolean {
    return this.#waiters.length === 0;
  }

  add(position: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiters.push({ position, resolve });
    return promise;
  }

  resolveUpTo(position: number): void {
    if (this.#waiters.length === 0) return;
    const reached = this.#waiters.filter((waiter) => waiter.position <= position);
    this.#waiters = this.#waiters.filter((waiter) => waiter.position > position);
    for (const { resolve } of reached) resolve();
  }

  resolveAll(): void {
    this.resolveUpTo(Number.POSITIVE_INFINITY);
  }
}
