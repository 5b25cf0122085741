interface SlotClaim {
  /** Who asks for the slot; undefined where it does not matter. */
  readonly requester: string | undefined;
  readonly host: string;
  /** A claim that is aborted while it waits gives up its place. */
  readonly signal: AbortSignal;
}

interface SlotLimits {
  readonly slots: number;
  /** How many of them one requester, and one host, may take at once. */
  readonly share: number;
}

interface WaitingClaim {
  readonly claim: SlotClaim;
  start(): void;
}

/**
 * Runs a limited number of tasks at once. Requesters take turns, and neither the tasks of one requester nor those for
 * one host can take more than their share: others get a slot even if these tasks never end.
 */
export class FairSlots {
  readonly #share: number;
  #free: number;
  /** How many slots each requester and each host holds. */
  readonly #ofRequester = new Map<string | undefined, number>();
  readonly #ofHost = new Map<string, number>();
  /** In the order of their turns. */
  readonly #waiting = new Map<string | undefined, WaitingClaim[]>();

  constructor({ slots, share }: SlotLimits) {
    this.#free = slots;
    this.#share = share;
  }

  /** Runs the work once it has a slot; never, if the claim is aborted before. */
  async run(claim: SlotClaim, work: () => Promise<void>): Promise<void> {
    if (!(await this.#take(claim))) return;
    try {
      await work();
    } finally {
      this.#release(claim);
    }
  }

  /** Resolves to false if the claim was aborted. */
  #take(claim: SlotClaim): Promise<boolean> | boolean {
    const { requester, signal } = claim;
    if (signal.aborted) return false;
    if (this.#mayStart(claim)) {
      this.#hold(claim, 1);
      return true;
    }
    return new Promise((resolve) => {
      const giveUp = () => {
        this.#removeWaiting(waiting);
        resolve(false);
      };
      const start = () => {
        signal.removeEventListener("abort", giveUp);
        this.#hold(claim, 1);
        resolve(true);
      };
      const waiting: WaitingClaim = { claim, start };
      signal.addEventListener("abort", giveUp);
      const others = this.#waiting.get(requester);
      if (others) others.push(waiting);
      else this.#waiting.set(requester, [waiting]);
    });
  }

  #release(claim: SlotClaim): void {
    this.#hold(claim, -1);
    for (let next = this.#findNext(); next; next = this.#findNext()) {
      const { requester } = next.claim;
      const left = this.#removeWaiting(next);
      // A requester that got a slot moves to the end of the queue.
      if (left.length > 0) {
        this.#waiting.delete(requester);
        this.#waiting.set(requester, left);
      }
      next.start();
    }
  }

  #findNext(): WaitingClaim | undefined {
    if (this.#free === 0) return undefined;
    for (const ofRequester of this.#waiting.values()) {
      const next = ofRequester.find(({ claim }) => this.#mayStart(claim));
      if (next) return next;
    }
    return undefined;
  }

  #mayStart({ requester, host }: SlotClaim): boolean {
    const isWithinShare = requester === undefined || (this.#ofRequester.get(requester) ?? 0) < this.#share;
    return this.#free > 0 && isWithinShare && (this.#ofHost.get(host) ?? 0) < this.#share;
  }

  #hold({ requester, host }: SlotClaim, change: 1 | -1): void {
    this.#free -= change;
    addTo(this.#ofRequester, requester, change);
    addTo(this.#ofHost, host, change);
  }

  /** Returns what the same requester still waits for. */
  #removeWaiting(waiting: WaitingClaim): WaitingClaim[] {
    const { requester } = waiting.claim;
    const left = (this.#waiting.get(requester) ?? []).filter((other) => other !== waiting);
    if (left.length > 0) this.#waiting.set(requester, left);
    else this.#waiting.delete(requester);
    return left;
  }
}

function addTo<K>(counts: Map<K, number>, key: K, change: number): void {
  const count = (counts.get(key) ?? 0) + change;
  if (count > 0) counts.set(key, count);
  else counts.delete(key);
}
