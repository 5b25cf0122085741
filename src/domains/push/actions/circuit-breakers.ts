import type { Clock } from "../../../platform/clock.ts";
import { resource } from "../../../store/resource.ts";

/** Users choose their push services, so that there may be any number of keys. */
const maxKeys = 10_000;

/** Circuit breakers by key. While one is open, nothing is sent to what its key stands for. */
export class CircuitBreakers {
  readonly #clock: Clock;
  readonly #openUntil = new Map<string, number>();
  readonly #failures = new Map<string, number>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  isOpen(key: string): boolean {
    const until = this.#openUntil.get(key);
    if (until === undefined) return false;
    if (until > this.#clock.now()) return true;
    this.#openUntil.delete(key);
    return false;
  }

  open(key: string, ms: number): void {
    if (ms > 0) put(this.#openUntil, key, this.#clock.now() + ms);
  }

  /** Returns how many failures there were since the last success, this one included. */
  recordFailure(key: string): number {
    const failures = (this.#failures.get(key) ?? 0) + 1;
    put(this.#failures, key, failures);
    return failures;
  }

  recordSuccess(key: string): void {
    this.#failures.delete(key);
  }
}

function put(table: Map<string, number>, key: string, value: number): void {
  const [oldest] = table.keys();
  if (table.size >= maxKeys && oldest !== undefined && !table.has(key)) table.delete(oldest);
  table.set(key, value);
}

export const circuitBreakers = resource({
  name: "push circuit breakers",
  open: ({ clock }) => new CircuitBreakers(clock),
});
