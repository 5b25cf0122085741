import { createStore } from "solid-js/store";
import type { Reply } from "../messages/conversation.tsx";

/** A message that the server has not acknowledged yet. */
export interface PendingMessage {
  /** Sent as nonce and idempotency key: a message that is sent again is never there twice. */
  readonly nonce: string;
  readonly channelId: string;
  readonly content: string;
  readonly replies: readonly Reply[];
  readonly state: "sending" | "failed";
  /** Why it failed, in words. */
  readonly error?: string;
}

const [pending, setPending] = createStore<PendingMessage[]>([]);

/** The messages of a channel that are on their way, the oldest first. */
export function pendingIn(channelId: string): readonly PendingMessage[] {
  return pending.filter((message) => message.channelId === channelId);
}

export { setPending };
