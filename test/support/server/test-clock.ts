import type { Clock } from "../../../src/platform/clock/clock.ts";

/** Real time, plus the time that a test adds; or, while the clock is frozen, only the time that the test adds. */
export class TestClock implements Clock {
  #ahead = 0;
  #frozenAt: number | undefined;

  now(): number {
    return (this.#frozenAt ?? Date.now()) + this.#ahead;
  }

  advance(ms: number): void {
    this.#ahead += ms;
  }

  /** Stops the clock until the returned object is disposed of, for tests to the millisecond. */
  freeze(): Disposable {
    this.#frozenAt = Date.now();
    return { [Symbol.dispose]: () => (this.#frozenAt = undefined) };
  }
}

export const seconds = (count: number) => count * 1_000;
export const minutes = (count: number) => count * 60_000;
export const hours = (count: number) => count * 3_600_000;
export const days = (count: number) => count * 86_400_000;
