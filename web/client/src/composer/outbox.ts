import { createEffect, on, onCleanup } from "solid-js";
import { createStore, reconcile } from "solid-js/store";
import { monotonicFactory } from "ulid";
import type { Connection } from "../session/connection.ts";
import { withDatabase } from "./database.ts";
import { deliverMessage } from "./deliver-message.ts";
import { OutboxQueue, type PendingMessage, type QueuedMessage } from "./outbox-queue.ts";

export type { PendingFile, PendingMessage } from "./outbox-queue.ts";

const [pending, setPending] = createStore<{ messages: QueuedMessage[] }>({ messages: [] });
const newNonce = monotonicFactory();
/** The queue of the account whose connection is open. */
let queue: OutboxQueue | undefined;

/** The messages of a channel that are on their way, the oldest first. */
export function pendingIn(channelId: string): readonly PendingMessage[] {
  return pending.messages.filter((message) => message.channelId === channelId);
}

/** Shows a message at once and sends it, now or when the server can be reached. */
export function send(
  message: Pick<PendingMessage, "channelId" | "content" | "replies" | "attachments">,
): void {
  queue?.add({ ...message, nonce: newNonce(), state: "sending", isRefused: false });
}

/** Sends a message again that failed. */
export function retry(nonce: string): void {
  queue?.retry(nonce);
}

/** Gives a message up that failed. */
export function discard(nonce: string): void {
  queue?.remove(nonce);
}

/** Sends the messages of a connection's account for as long as its owner lives. */
export function runOutbox(connection: Connection, userId: string): void {
  const { client } = connection;
  const own = new OutboxQueue({
    deliver: (message) => deliverMessage(client, message),
    changed(all, touched) {
      setPending("messages", reconcile([...all], { key: "nonce" }));
      void keep(all, touched, userId);
    },
    later(work, milliseconds) {
      const timer = setTimeout(work, milliseconds);
      onEnd.push(() => clearTimeout(timer));
    },
  });
  const onEnd: (() => void)[] = [];
  queue = own;

  const stopListening = client.on("Message", ({ nonce }) => nonce && own.remove(nonce));
  createEffect(
    on(connection.generation, (generation) => {
      // Before the first `Ready` no channel is known to send in.
      if (generation === 1) void restore(own, userId);
      if (generation > 1) own.wake();
    }),
  );

  onCleanup(() => {
    stopListening();
    for (const end of onEnd) end();
    if (queue === own) queue = undefined;
    setPending("messages", []);
  });
}

/** What was not sent before the page was closed. */
async function restore(own: OutboxQueue, userId: string): Promise<void> {
  const kept = await withDatabase((database) => database.getAllFromIndex("outbox", "userId", userId));
  if (kept && queue === own) own.add(...kept.map(({ userId: _, ...message }) => message));
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
