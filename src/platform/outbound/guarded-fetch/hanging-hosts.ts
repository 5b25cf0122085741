import type { Clock } from "../../clock/clock.ts";
import { CircuitBreakers } from "../circuit-breakers.ts";
import { OutboundError } from "../port.ts";
import type { Deadline } from "./deadline.ts";

/** In a row; a single slow page must not cost the other pages of its host their previews. */
const maxHangs = 3;

interface HangingHostsOptions {
  readonly clock: Clock;
  /** For how long a host is given up. */
  readonly giveUpMs: number;
  /** A request that waited this long for its host without success counts. */
  readonly patienceMs: number;
}

/** Hosts that do not answer. They get no requests for a while, so that these take no slots. */
export class HangingHosts {
  readonly #breakers: CircuitBreakers;
  readonly #giveUpMs: number;
  readonly #patienceMs: number;

  constructor({ clock, giveUpMs, patienceMs }: HangingHostsOptions) {
    this.#breakers = new CircuitBreakers(clock);
    this.#giveUpMs = giveUpMs;
    this.#patienceMs = patienceMs;
  }

  assertNotGivenUp(host: string): void {
    if (this.#breakers.isOpen(host)) throw new OutboundError("given-up", "did not answer recently");
  }

  /** Waits for something that the host is to send, until the deadline. */
  async waitFor<T>(host: string, deadline: Deadline, answer: Promise<T>): Promise<T> {
    const startedAt = performance.now();
    try {
      return await deadline.race(answer);
    } catch (error) {
      const isTimeout = error instanceof OutboundError && error.reason === "timeout";
      // Most of the time of the request may have gone into other waiting, which is not the fault of this host.
      if (isTimeout && performance.now() - startedAt >= this.#patienceMs) this.#recordHang(host);
      throw error;
    }
  }

  recordAnswer(host: string): void {
    this.#breakers.recordSuccess(host);
  }

  #recordHang(host: string): void {
    if (this.#breakers.recordFailure(host) >= maxHangs) this.#breakers.open(host, this.#giveUpMs);
  }
}
