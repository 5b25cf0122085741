/** How long all tasks together work in a turn of the event loop. */
const sliceMs = 1;
/** A task that has worked for this long is a long one: it also rests between its slices. */
const shortTaskMs = 100;
/** How much longer than it has worked a long task rests: all long tasks together get a fifth of the time. */
const restFactor = 4;
/** One long query must not make the others wait for long. */
const maxRestMs = 10;
/** Lower than the number of any task. */
const beforeAllTasks = 0;

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
 * requests are served however much work the tasks have. A slice belongs to the turn, not to a task: only the time since
 * the event loop turned keeps others waiting, and a task that waited for the database did not use it. The oldest task
 * continues first: tasks that all wait for each other in the middle of their work hold more memory, and none of them ends
 * sooner.
 */
export class CooperativeScheduler {
  readonly #now: () => number;
  readonly #shortTasks = new TurnQueue();
  /** Apart, so that short tasks do not wait for the rests of long ones. */
  readonly #longTasks = new TurnQueue();
  #started = beforeAllTasks;
  /** When a task first worked in this turn of the event loop. */
  #sliceBeganAt: number | undefined;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  start(): SlicedTask {
    const number = ++this.#started;
    let resumedAt = this.#now();
    let workedMs = 0;
    let queue = this.#shortTasks;
    const waitForTurn = async (usedMs: number) => {
      const elapsedMs = Math.min(usedMs, this.#now() - resumedAt);
      workedMs += elapsedMs;
      if (workedMs >= shortTaskMs) queue = this.#longTasks;
      const restMs = queue === this.#longTasks ? Math.min(elapsedMs * restFactor, maxRestMs) : 0;
      await queue.wait(number, restMs);
      resumedAt = this.#beginSlice();
    };
    this.#usedOfSlice();
    return {
      pause: () => {
        const usedMs = this.#usedOfSlice();
        return usedMs < sliceMs && !queue.hasBefore(number) ? undefined : waitForTurn(usedMs);
      },
    };
  }

  /** Like `pause` of a task, for a single step that goes before all tasks. */
  pause(): Promise<void> | undefined {
    return this.#usedOfSlice() < sliceMs ? undefined : this.#shortTasks.wait(beforeAllTasks, 0);
  }

  #usedOfSlice(): number {
    const beganAt = this.#sliceBeganAt ?? this.#beginSlice();
    return this.#now() - beganAt;
  }

  /** Begins a slice that lasts until the event loop turns. */
  #beginSlice(): number {
    const beganAt = this.#now();
    this.#sliceBeganAt = beganAt;
    setImmediate(() => {
      if (this.#sliceBeganAt === beganAt) this.#sliceBeganAt = undefined;
    });
    return beganAt;
  }
}

/** Resumes one waiting task in each turn of the event loop, the one with the lowest number first. */
class TurnQueue {
  readonly #waiting: { readonly number: number; readonly resume: () => void }[] = [];
  #restMs = 0;
  #isRunning = false;

  /** Whether a task with a lower number waits. */
  hasBefore(number: number): boolean {
    const [first] = this.#waiting;
    return first !== undefined && first.number < number;
  }

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
