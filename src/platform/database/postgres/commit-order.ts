/**
 * Answers to commits on different connections may overtake each other. Whoever saw another's change began after
 * that one's commit was sent, so following up in the order of sending never tells a consequence before its cause.
 */
export class CommitOrder {
  #last: Promise<void> = Promise.resolve();

  /** To be called right before a commit is sent. */
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
