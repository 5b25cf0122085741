/** How long a task works before others have a turn. */
const sliceMs = 5;
/** A task that has worked for this long is a long one: it also rests between its slices. */
const shortTaskMs = 100;
/** How much longer than it has worked a long task rests: all long tasks together get a fifth of the time. */
const restFactor = 4;
/** A slice that waited for a database looks longer than it was. */
const maxRestMs = 10;

/** A piece of work that lets others run in between. */
export interface SlicedTask {
  /**
   * Called often: waits for the next slice once the current one is used up. Undefined before: in a loop over many small
   * items, even awaiting nothing takes longer than an item.
   */
  pause(): Promise<void> | undefined;
}

/**
 * Cuts the work of many tasks into slices, with a turn of the event loop between any two slices, so that other
 * requests are served however much work the tasks have. The oldest task goes on first: tasks that all wait for each
 * other in the middle of their work hold more memory, and none of them ends sooner.
 */
export class CooperativeScheduler {
  readonly #now: () => number;
  readonly #shortTasks = new TurnQueue();
  /** Apart, so that short tasks do not wait for the rests of long ones. */
  readonly #longTasks = new TurnQueue();
  #started = 0;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  start(): SlicedTask {
    const number = ++this.#started;
    let resumedAt = this.#now();
    let workedMs = 0;
    const waitForTurn = async (elapsedMs: number) => {
      workedMs += elapsedMs;
      const restMs = Math.min(elapsedMs * restFactor, maxRestMs);
      const isShort = workedMs < shortTaskMs;
      await (isShort ? this.#shortTasks.wait(number, 0) : this.#longTasks.wait(number, restMs));
      resumedAt = this.#now();
    };
    return {
      pause: () => {
        const elapsedMs = this.#now() - resumedAt;
        return elapsedMs < sliceMs ? undefined : waitForTurn(elapsedMs);
      },
    };
  }

  /** Waits for a turn of the event loop, each caller for one of its own. */
  nextTurn(): Promise<void> {
    return this.#shortTasks.wait(0, 0);
  }
}

/** Resumes one waiting task in each turn of the event loop, the one with the lowest number first. */
class TurnQueue {
  readonly #waiting: { readonly number: number; readonly resume: () => void }[] = [];
  #restMs = 0;
  #isRunning = false;

  /** `restMs`: how long no task is resumed. */
  wait(number: number, restMs: number): Promise<void> {
    this.#restMs = restMs;
    const { promise, resolve } = Promise.withResolvers<void>();
    const later = this.#waiting.findIndex((other) => other.number > number);
    this.#waiting.splice(later < 0 ? this.#waiting.length : later, 0, { number, resume: resolve });
    if (!this.#isRunning) void this.#run();
    return promise;
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    while (this.#waiting.length > 0) {
      await new Promise((resolve) => setImmediate(resolve));
      if (this.#restMs > 0) await Bun.sleep(this.#restMs);
      this.#waiting.shift()?.resume();
    }
    this.#isRunning = false;
  }
}
