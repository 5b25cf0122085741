/**
 * Runs the callbacks of commits in the order in which the commits were sent. The responses to commits on different
 * connections may overtake each other. A transaction that saw the change of another sent its commit after that of the
 * other, so the events of a cause are always published before those of its consequence.
 */
export class CommitOrder {
  #last: Promise<void> = Promise.resolve();

  /** Must be called right before a commit is sent. */
  takeTurn(): CommitTurn {
    const before = this.#last;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#last = promise;
    return {
      async follow(callback) {
        await before;
        try {
          callback();
        } finally {
          resolve();
        }
      },
    };
  }
}

export interface CommitTurn {
  /** Runs the callback once all earlier turns are over, and ends this one. */
  follow(callback: () => void): Promise<void>;
}
