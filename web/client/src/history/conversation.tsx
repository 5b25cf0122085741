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

/** What the list of messages and the composer of one open channel share. */
export interface Conversation {
  readonly replies: () => readonly Reply[];
  setReplies(replies: readonly Reply[]): void;
  /** The message that is being edited in the list. */
  readonly editing: () => string | undefined;
  setEditing(messageId: string | undefined): void;
  /** The jumps of the list, once it is there. */
  readonly jumps: () => Jumps | undefined;
  setJumps(jumps: Jumps | undefined): void;
}

export function createConversation(): Conversation {
  const [replies, setReplies] = createSignal<readonly Reply[]>([]);
  const [editing, setEditing] = createSignal<string>();
  const [jumps, setJumps] = createSignal<Jumps>();
  return { replies, setReplies, editing, setEditing, jumps, setJumps };
}

export const [ConversationProvider, useConversation] = createStrictContext<Conversation>(
  "there is no conversation outside of a channel's page",
);
