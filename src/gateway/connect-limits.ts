import type { Config } from "../config/schema.ts";
import type { Counters } from "../platform/counters/port.ts";
import type { Counter } from "../platform/metrics/port.ts";

type ConnectLimit = "connects_by_address" | "connects_by_user";

const mebibyte = 1_048_576;

/** Limits how often an address and a user connect, and how many connections a user has. */
export class ConnectLimits {
  readonly #counters: Counters;
  readonly #countRefusal: (labels: { limit: ConnectLimit }) => Counter;
  readonly #settings: Config["events"];
  readonly #isEnabled: boolean;
  /** The connections of each user that have no Ready yet. */
  readonly #joining = new Map<string, number>();

  constructor(
    counters: Counters,
    { events, ratelimits }: Pick<Config, "events" | "ratelimits">,
    countRefusal: (labels: { limit: ConnectLimit }) => Counter,
  ) {
    this.#counters = counters;
    this.#countRefusal = countRefusal;
    this.#settings = events;
    this.#isEnabled = ratelimits.enabled;
  }

  /** Counts a connection of an address; returns whether it is within the limit. */
  countAddress(address: string): Promise<boolean> {
    return this.#count(`connects from ${address}`, "connects_by_address");
  }

  /** The same for a user. */
  countUser(userId: string): Promise<boolean> {
    return this.#count(`connects of ${userId}`, "connects_by_user");
  }

  /** Counts a large Ready as further connections of the user, one for each MiB. */
  async countReady(userId: string, bytes: number): Promise<void> {
    for (let counted = mebibyte; counted <= bytes; counted += mebibyte)
      if (!(await this.countUser(userId))) return;
  }

  async #count(key: string, limit: ConnectLimit): Promise<boolean> {
    const { [limit]: max, connects_window_ms: windowMs } = this.#settings;
    if (!this.#isEnabled || max === 0) return true;
    const { allowed } = await this.#counters.take(key, max, windowMs);
    if (!allowed) this.#countRefusal({ limit }).add();
    return allowed;
  }

  /**
   * Reserves one of the connections that a user may have, before any work is done for it. Returns the function that
   * ends the reservation, or undefined if the user has too many connections.
   */
  reserve(userId: string, joined: number): (() => void) | undefined {
    const joining = this.#joining.get(userId) ?? 0;
    if (joined + joining >= this.#settings.connections) return undefined;
    this.#joining.set(userId, joining + 1);
    return () => {
      const left = (this.#joining.get(userId) ?? 0) - 1;
      if (left > 0) this.#joining.set(userId, left);
      else this.#joining.delete(userId);
    };
  }
}
