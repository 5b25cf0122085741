/** How far the shutdown of a server has come. All of its steps share one grace period. */
export class Shutdown {
  readonly #graceMs: number;
  #beganAt: number | undefined;

  constructor(graceMs: number) {
    this.#graceMs = graceMs;
  }

  /** Begins the grace period, also if it has begun before. */
  begin(): void {
    this.#beganAt = performance.now();
  }

  get hasBegun(): boolean {
    return this.#beganAt !== undefined;
  }

  remainingGraceMs(): number {
    const usedMs = this.#beganAt === undefined ? 0 : performance.now() - this.#beganAt;
    return Math.max(0, this.#graceMs - usedMs);
  }
}
