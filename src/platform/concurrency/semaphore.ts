/** Runs a limited number of tasks at once; the others wait in the order of their arrival. */
export class Semaphore {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(slots: number) {
    this.#free = slots;
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    const waiting = this.acquire();
    if (waiting) await waiting;
    try {
      return await work();
    } finally {
      this.release();
    }
  }

  /** Takes a slot, at once if one is free; otherwise the promise resolves with the slot. Every slot must be released. */
  acquire(): Promise<void> | undefined {
    if (this.#free === 0) return new Promise<void>((go) => this.#waiting.push(go));
    this.#free -= 1;
    return undefined;
  }

  release(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#free += 1;
  }
}

/** Runs tasks with the same key one after another. */
export class KeyedMutex {
  readonly #mutexes = new Map<string, { readonly semaphore: Semaphore; tasks: number }>();

  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const mutex = this.#mutexes.get(key) ?? { semaphore: new Semaphore(1), tasks: 0 };
    this.#mutexes.set(key, mutex);
    mutex.tasks += 1;
    try {
      return await mutex.semaphore.run(work);
    } finally {
      mutex.tasks -= 1;
      if (mutex.tasks === 0) this.#mutexes.delete(key);
    }
  }

  /** Takes the turn of a task if no other has it or waits for it; the result ends the turn. */
  tryTake(key: string): (() => void) | undefined {
    if (this.#mutexes.has(key)) return undefined;
    const mutex = { semaphore: new Semaphore(1), tasks: 1 };
    this.#mutexes.set(key, mutex);
    mutex.semaphore.acquire();
    return () => {
      mutex.semaphore.release();
      mutex.tasks -= 1;
      if (mutex.tasks === 0) this.#mutexes.delete(key);
    };
  }
}
