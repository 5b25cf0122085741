import type { Services } from "../../../declare/services.ts";
import type { Clock } from "../../../platform/clock.ts";

/** Whoever subscribes chooses the service, and there may be any number of them. */
const most = 10_000;

/** Which push services are to be left alone for a while. */
export class Rests {
  readonly #clock: Clock;
  readonly #until = new Map<string, number>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  isResting(origin: string): boolean {
    const until = this.#until.get(origin);
    if (until === undefined) return false;
    if (until > this.#clock.now()) return true;
    this.#until.delete(origin);
    return false;
  }

  begin(origin: string, ms: number): void {
    if (ms <= 0) return;
    const [oldest] = this.#until.keys();
    if (this.#until.size === most && oldest !== undefined) this.#until.delete(oldest);
    this.#until.set(origin, this.#clock.now() + ms);
  }
}

const rests = new WeakMap<Services, Rests>();

export function restsOf(services: Services): Rests {
  const known = rests.get(services) ?? new Rests(services.clock);
  rests.set(services, known);
  return known;
}
