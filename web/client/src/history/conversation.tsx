import { createStrictContext } from "@ui/strict-context.ts";
import { createSignal } from "solid-js";

/** A message that the next one answers. */
export interface Reply {
  readonly messageId: string;
  /** Whether its author is notified. */
  readonly mention: boolean;
}

/** Where the list of messages can go. */
export interface Jumps {
  toMessage(messageId: string): void;
  toDate(date: Date): void;
  toFirstUnread(): void;
  toEnd(): void;
}

export type Conversation = ReturnType<typeof createConversation>;

/** What the list of messages and the composer of one open channel share. */
export function createConversation() {
  const [replies, setReplies] = createSignal<readonly Reply[]>([]);
  /** The message that is being edited in the list. */
  const [editing, setEditing] = createSignal<string>();
  /** The jumps of the list, once it is there. */
  const [jumps, setJumps] = createSignal<Jumps>();
  return { replies, setReplies, editing, setEditing, jumps, setJumps };
}

export const [ConversationProvider, useConversation] = createStrictContext<Conversation>(
  "there is no conversation outside of a channel's page",
);
