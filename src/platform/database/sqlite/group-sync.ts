/** Those who wait for the same sync. */
class Group {
  readonly followUps: (() => void)[] = [];
  readonly durable = Promise.withResolvers<void>();
  readonly followedUp = Promise.withResolvers<void>();
}

/**
 * Lets commits that come close together share one wait for the disk: for a sync that began after the call of `after`.
 * Then its promise resolves, and what is to follow for each of their writes is called, in the order of the calls. That
 * must not throw.
 */
export class GroupSync {
  readonly #sync: () => Promise<void>;
  /** Who will wait for the next sync, and who waits for this one. */
  #next: Group | undefined;
  #present: Group | undefined;
  #running: Promise<void> | undefined;
  #broken: { readonly error: unknown } | undefined;

  constructor(sync: () => Promise<void>) {
    this.#sync = sync;
  }

  /** Throws once a sync has failed. */
  assertSound(): void {
    if (this.#broken) throw this.#broken.error;
  }

  async after(followUps: readonly (() => void)[]): Promise<void> {
    this.assertSound();
    this.#next ??= new Group();
    this.#next.followUps.push(...followUps);
    this.#running ??= this.#run();
    return this.#next.durable.promise;
  }

  /** Resolves when all that wait now have been followed up, without asking for a sync of its own. */
  async settled(): Promise<void> {
    await (this.#next ?? this.#present)?.followedUp.promise;
    this.assertSound();
  }

  async idle(): Promise<void> {
    await this.#running;
  }

  /** At once, if nothing is being synced. */
  whenIdle(go: () => void): void {
    if (this.#running) void this.#running.then(go);
    else go();
  }

  async #run(): Promise<void> {
    // Whoever comes in the same moment is part of the first group.
    await undefined;
    while (this.#next) {
      const group = this.#next;
      this.#present = group;
      this.#next = undefined;
      try {
        this.assertSound();
        await this.#sync();
        await follow(group);
      } catch (error) {
        // After a failed sync the kernel may have dropped the pages: nothing later can be trusted either.
        this.#broken ??= { error };
        group.durable.reject(error);
      }
      group.followedUp.resolve();
    }
    this.#present = undefined;
    this.#running = undefined;
  }
}

/**
 * All who waited are answered before others are told: a client that hears what is new first, and then an answer from
 * before it, would believe the older. The next tick comes when all that follows from the promise has been done.
 */
async function follow({ followUps, durable }: Group): Promise<void> {
  if (followUps.length > 1) {
    durable.resolve();
    await new Promise<void>((go) => process.nextTick(go));
  }
  for (const followUp of followUps) followUp();
  durable.resolve();
}
