import { Turnstile } from "./turnstile.ts";

/** A line for each name, in which work waits for its turn. */
export class Lines {
  readonly #lines = new Map<string, { readonly turnstile: Turnstile; members: number }>();

  async pass<T>(name: string, work: () => Promise<T>): Promise<T> {
    const line = this.#lines.get(name) ?? { turnstile: new Turnstile(1), members: 0 };
    this.#lines.set(name, line);
    line.members += 1;
    try {
      return await line.turnstile.pass(work);
    } finally {
      line.members -= 1;
      if (line.members === 0) this.#lines.delete(name);
    }
  }
}
