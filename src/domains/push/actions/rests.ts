import type { Clock } from "../../../platform/clock.ts";
import type { Services } from "../../../store/services.ts";

/** Whoever subscribes chooses the service, and there may be any number of them. */
const most = 10_000;

/** What is to be left alone for a while: push services, devices, and people whose service did not answer. */
export class Rests {
  readonly #clock: Clock;
  readonly #until = new Map<string, number>();
  readonly #strikes = new Map<string, number>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  isResting(whom: string): boolean {
    const until = this.#until.get(whom);
    if (until === undefined) return false;
    if (until > this.#clock.now()) return true;
    this.#until.delete(whom);
    return false;
  }

  begin(whom: string, ms: number): void {
    if (ms > 0) remember(this.#until, whom, this.#clock.now() + ms);
  }

  /** How often it failed since it last did well, this time included. */
  strike(whom: string): number {
    const count = (this.#strikes.get(whom) ?? 0) + 1;
    remember(this.#strikes, whom, count);
    return count;
  }

  forgive(whom: string): void {
    this.#strikes.delete(whom);
  }
}

/** The oldest is forgotten for it, if need be. */
function remember(table: Map<string, number>, name: string, value: number): void {
  const [oldest] = table.keys();
  if (table.size >= most && oldest !== undefined && !table.has(name)) table.delete(oldest);
  table.set(name, value);
}

const rests = new WeakMap<Services, Rests>();

export function restsOf(services: Services): Rests {
  const known = rests.get(services) ?? new Rests(services.clock);
  rests.set(services, known);
  return known;
}
