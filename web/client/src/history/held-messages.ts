import { type Client, sessionState } from "../session/client.ts";

/** How long a message that arrived by event and is not shown is kept for listeners of the event. */
const graceTime = 60_000;

/**
 * Keeps few messages in the state: a message stays while something holds it.
 * Whatever shows messages holds them, and releases them at the end.
 */
class HeldMessages {
  readonly #client: Client;
  readonly #counts = new Map<string, number>();

  constructor(client: Client) {
    this.#client = client;
    client.on("Message", ({ _id }) => setTimeout(() => this.#dropUnheld(_id), graceTime));
  }

  hold(ids: Iterable<string>): void {
    for (const id of ids) this.#counts.set(id, (this.#counts.get(id) ?? 0) + 1);
  }

  release(ids: Iterable<string>): void {
    for (const id of ids) {
      const count = (this.#counts.get(id) ?? 0) - 1;
      if (count > 0) this.#counts.set(id, count);
      else {
        this.#counts.delete(id);
        this.#dropUnheld(id);
      }
    }
  }

  #dropUnheld(id: string): void {
    if (this.#counts.has(id)) return;
    this.#client.change(({ messages }) => {
      delete messages[id];
    });
  }
}

export const heldMessages = sessionState((client) => new HeldMessages(client));
