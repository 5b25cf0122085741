/** Stops whoever comes past a certain step, until told to go on. */
export class Barrier {
  #at: { step: string; reached: () => void; go: Promise<void> } | undefined;

  readonly between = async (step: string) => {
    if (this.#at?.step !== step) return;
    const { reached, go } = this.#at;
    this.#at = undefined;
    reached();
    await go;
  };

  /** Resolves once somebody stands there. */
  stopAt(step: string): { standing: Promise<void>; go: () => void } {
    const standing = Promise.withResolvers<void>();
    const gate = Promise.withResolvers<void>();
    this.#at = { step, reached: standing.resolve, go: gate.promise };
    return { standing: standing.promise, go: gate.resolve };
  }
}
