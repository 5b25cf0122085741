import type { NodeLink, NodeMessage } from "./port.ts";

/**
 * Sends events over the fast link while it carries content, else over the durable one. Reports of presence always travel
 * over the durable link, which stores them: so one link keeps their order, also when the fast one comes and goes.
 */
export class CombinedLink implements NodeLink {
  readonly #fast: NodeLink;
  readonly #durable: NodeLink;

  constructor(links: { readonly fast: NodeLink; readonly durable: NodeLink }) {
    this.#fast = links.fast;
    this.#durable = links.durable;
  }

  get carriesContent(): boolean {
    return this.#fast.carriesContent;
  }

  send(message: NodeMessage): void {
    const useFast = this.carriesContent && message.kind !== "presence";
    (useFast ? this.#fast : this.#durable).send(message);
  }

  onMessage(listener: (from: string, message: NodeMessage) => void): void {
    for (const link of [this.#fast, this.#durable]) link.onMessage(listener);
  }

  onLoss(listener: () => void): void {
    for (const link of [this.#fast, this.#durable]) link.onLoss(listener);
  }

  forget(node: string): void {
    for (const link of [this.#fast, this.#durable]) link.forget(node);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#fast[Symbol.asyncDispose]();
    await this.#durable[Symbol.asyncDispose]();
  }
}
