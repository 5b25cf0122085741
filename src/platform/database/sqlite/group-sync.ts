/** The commits that wait for the same sync. */
class SyncGroup {
  readonly callbacks: (() => void)[] = [];
  readonly durable = Promise.withResolvers<void>();
  readonly callbacksDone = Promise.withResolvers<void>();
}

/**
 * Lets commits that come close together share one sync to disk, one that begins after their call of `sync`. When it is
 * done, the promise resolves and the callbacks of their writes run, in the order of the calls. Callbacks must not
 * throw.
 */
export class GroupSync {
  readonly #syncDisk: () => Promise<void>;
  /** The group that waits for the next sync, and the one whose sync runs. */
  #next: SyncGroup | undefined;
  #current: SyncGroup | undefined;
  #running: Promise<void> | undefined;
  #failure: { readonly error: unknown } | undefined;
  readonly #failed = Promise.withResolvers<unknown>();

  constructor(syncDisk: () => Promise<void>) {
    this.#syncDisk = syncDisk;
  }

  /** Resolves with the error of the first sync that fails. */
  get failed(): Promise<unknown> {
    return this.#failed.promise;
  }

  /** Throws once a sync has failed. */
  assertSound(): void {
    if (this.#failure) throw this.#failure.error;
  }

  async sync(callbacks: readonly (() => void)[]): Promise<void> {
    this.assertSound();
    this.#next ??= new SyncGroup();
    this.#next.callbacks.push(...callbacks);
    this.#running ??= this.#run();
    return this.#next.durable.promise;
  }

  /** Resolves when the callbacks of all present groups have run, without a sync of its own. */
  async callbacksDone(): Promise<void> {
    await (this.#next ?? this.#current)?.callbacksDone.promise;
    this.assertSound();
  }

  async idle(): Promise<void> {
    await this.#running;
  }

  /** Calls back when no sync runs: at once, if there is none. */
  whenIdle(go: () => void): void {
    if (this.#running) void this.#running.then(go);
    else go();
  }

  async #run(): Promise<void> {
    // Other commits of the same moment join the first group.
    await undefined;
    while (this.#next) {
      const group = this.#next;
      this.#current = group;
      this.#next = undefined;
      try {
        this.assertSound();
        await this.#syncDisk();
        await complete(group);
      } catch (error) {
        // After a failed sync the kernel may have dropped the pages, so no later sync can be trusted either.
        this.#failure ??= { error };
        group.durable.reject(error);
        this.#failed.resolve(error);
      }
      group.callbacksDone.resolve();
    }
    this.#current = undefined;
    this.#running = undefined;
  }
}

/**
 * All writes of the group resolve before its callbacks publish events: a client that received the event of a later
 * write before the response of an earlier one would believe the older state. The next tick comes after everything that
 * the resolved promise triggers.
 */
async function complete({ callbacks, durable }: SyncGroup): Promise<void> {
  if (callbacks.length > 1) {
    durable.resolve();
    await new Promise<void>((go) => process.nextTick(go));
  }
  for (const callback of callbacks) callback();
  durable.resolve();
}
