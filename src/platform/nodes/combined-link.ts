import type { NodeLink, NodeMessage } from "./port.ts";

/**
 * Sends events over Redis while it responds, and over PostgreSQL meanwhile. Reports of presence always travel over
 * PostgreSQL, which stores them: so one link keeps their order, also when Redis comes and goes.
 */
export class CombinedLink implements NodeLink {
  readonly #redis: NodeLink;
  readonly #postgres: NodeLink;

  constructor(links: { readonly redis: NodeLink; readonly postgres: NodeLink }) {
    this.#redis = links.redis;
    this.#postgres = links.postgres;
  }

  get carriesContent(): boolean {
    return this.#redis.carriesContent;
  }

  send(message: NodeMessage): void {
    const useRedis = this.carriesContent && message.kind !== "presence";
    (useRedis ? this.#redis : this.#postgres).send(message);
  }

  onMessage(listener: (from: string, message: NodeMessage) => void): void {
    for (const link of [this.#redis, this.#postgres]) link.onMessage(listener);
  }

  onLoss(listener: () => void): void {
    for (const link of [this.#redis, this.#postgres]) link.onLoss(listener);
  }

  forget(node: string): void {
    for (const link of [this.#redis, this.#postgres]) link.forget(node);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#redis[Symbol.asyncDispose]();
    await this.#postgres[Symbol.asyncDispose]();
  }
}
