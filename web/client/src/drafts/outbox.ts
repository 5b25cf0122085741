import { createEffect, on, onCleanup } from "solid-js";
import { createStore, reconcile } from "solid-js/store";
import { monotonicFactory } from "ulid";
import { type Client, sessionState } from "../session/client.ts";
import { withDatabase } from "./database.ts";
import { deliverMessage } from "./deliver-message.ts";
import { OutboxQueue, type PendingMessage, type QueuedMessage } from "./outbox-queue.ts";

export type { PendingFile, PendingMessage } from "./outbox-queue.ts";

const newNonce = monotonicFactory();

/** The messages of an account that are being sent, also from before the page was loaded. */
export const outboxOf = sessionState((client) => new Outbox(client));

class Outbox {
  readonly #pending = createStore<{ messages: QueuedMessage[] }>({ messages: [] });
  readonly #queue: OutboxQueue;

  constructor(client: Client) {
    const timers = new Set<ReturnType<typeof setTimeout>>();
    let isOver = false;
    this.#queue = new OutboxQueue({
      deliver: (message) => deliverMessage(client, message),
      changed: (all, touched) => {
        this.#pending[1]("messages", reconcile([...all], { key: "nonce" }));
        void keep(all, touched, client.userId);
      },
      later: (work, milliseconds) => void timers.add(setTimeout(work, milliseconds)),
    });
    const listening = [
      client.on("Message", ({ nonce }) => nonce && this.#queue.remove(nonce)),
      client.on("Resumed", () => this.#queue.wake()),
    ];
    createEffect(
      on(client.generation, async (generation) => {
        if (generation > 1) this.#queue.wake();
        // Before the first `Ready` no channel is known to send in.
        if (generation !== 1) return;
        const kept = await unsentOf(client.userId);
        if (!isOver) this.#queue.add(...kept);
      }),
    );
    onCleanup(() => {
      isOver = true;
      for (const stop of listening) stop();
      for (const timer of timers) clearTimeout(timer);
    });
  }

  /** The messages of a channel that are being sent, the oldest first. */
  pendingIn(channelId: string): readonly PendingMessage[] {
    return this.#pending[0].messages.filter((message) => message.channelId === channelId);
  }

  /** Shows a message at once and sends it, now or when the server can be reached. */
  send(message: Omit<QueuedMessage, "nonce" | "state" | "error" | "isRefused">): void {
    this.#queue.add({ ...message, nonce: newNonce(), state: "sending", isRefused: false });
  }

  /** Sends a message again that failed. */
  retry(nonce: string): void {
    this.#queue.retry(nonce);
  }

  /** Gives a message up that failed. */
  discard(nonce: string): void {
    this.#queue.remove(nonce);
  }
}

/** What was not sent before the page was closed. */
async function unsentOf(userId: string): Promise<readonly QueuedMessage[]> {
  const kept = await withDatabase((database) => database.getAllFromIndex("outbox", "userId", userId));
  return (kept ?? []).map(({ userId: _, ...message }) => message);
}

async function keep(
  all: readonly QueuedMessage[],
  touched: readonly string[],
  userId: string,
): Promise<void> {
  await withDatabase(async (database) => {
    const { store, done } = database.transaction("outbox", "readwrite");
    for (const nonce of touched) {
      const message = all.find((one) => one.nonce === nonce);
      if (message) await store.put({ ...message, userId });
      else await store.delete(nonce);
    }
    await done;
  });
}
