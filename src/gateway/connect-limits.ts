import type { Config } from "../config/schema.ts";
import type { Counters } from "../platform/counters/port.ts";

const mebibyte = 1_048_576;

/** Limits how often an address and a user connect, and how many connections a user has. */
export class ConnectLimits {
  readonly #counters: Counters;
  readonly #settings: Config["events"];
  readonly #isEnabled: boolean;
  /** The connections of each user that have no Ready yet. */
  readonly #joining = new Map<string, number>();

  constructor(counters: Counters, { events, ratelimits }: Pick<Config, "events" | "ratelimits">) {
    this.#counters = counters;
    this.#settings = events;
    this.#isEnabled = ratelimits.enabled;
  }

  /** Counts a connection of an address; returns whether it is within the limit. */
  countAddress(address: string): Promise<boolean> {
    return this.#count(`connects from ${address}`, this.#settings.connects_by_address);
  }

  /** The same for a user. */
  countUser(userId: string): Promise<boolean> {
    return this.#count(`connects of ${userId}`, this.#settings.connects_by_user);
  }

  /** Counts a large Ready as further connections of the user, one for each MiB. */
  async countReady(userId: string, bytes: number): Promise<void> {
    for (let counted = mebibyte; counted <= bytes; counted += mebibyte)
      if (!(await this.countUser(userId))) return;
  }

  async #count(key: string, limit: number): Promise<boolean> {
    if (!this.#isEnabled || limit === 0) return true;
    return (await this.#counters.take(key, limit, this.#settings.connects_window_ms)).allowed;
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
