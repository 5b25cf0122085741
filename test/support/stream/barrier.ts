/** Holds the first handshake that reaches a step until `go` is called. */
export class Barrier {
  #at: { step: string; reached: () => void; go: Promise<void> } | undefined;

  readonly between = async (step: string) => {
    if (this.#at?.step !== step) return;
    const { reached, go } = this.#at;
    this.#at = undefined;
    reached();
    await go;
  };

  /** `reached` resolves once a handshake is held at the step. */
  stopAt(step: string): { reached: Promise<void>; go: () => void } {
    const reached = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    this.#at = { step, reached: reached.resolve, go: release.promise };
    return { reached: reached.promise, go: release.resolve };
  }
}
