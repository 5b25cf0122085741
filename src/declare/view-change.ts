/** How one user stands to another, as stored; `None` is the absence of an entry. */
export type Relation = "None" | "Friend" | "Outgoing" | "Incoming" | "Blocked" | "BlockedOther";

/** The same, as far as it decides what one sees: two who have blocked each other are both stored as `Blocked`. */
export type Regard = Relation | "BlockedBoth";

/** Of a conversation, what decides who hears of it and who may speak in it. */
export interface Conversation {
  readonly id: string;
  readonly kind: "SavedMessages" | "DirectMessage" | "Group";
  readonly recipients: readonly string[];
}

/**
 * What an event changes in the views of connected users. It travels with the event, so that those who deliver
 * it need not ask the database.
 */
export type ViewChange =
  | { readonly kind: "relation"; readonly user: string; readonly other: string; readonly regard: Regard }
  /** The user chose to be seen as offline, or no longer does. */
  | { readonly kind: "visibility"; readonly user: string; readonly invisible: boolean }
  /** These users see the conversation from now on. */
  | {
      readonly kind: "conversation opened";
      readonly users: readonly string[];
      readonly conversation: Conversation;
    }
  | { readonly kind: "recipient joined"; readonly channel: string; readonly user: string }
  /** The one who left does not see the conversation any more. */
  | { readonly kind: "recipient left"; readonly channel: string; readonly user: string }
  | { readonly kind: "channel gone"; readonly channel: string }
  | { readonly kind: "server joined"; readonly user: string; readonly server: string }
  | { readonly kind: "server left"; readonly user: string; readonly server: string }
  | { readonly kind: "server gone"; readonly server: string }
  /** Nobody has anything to do with this user any more. */
  | { readonly kind: "user wiped"; readonly user: string }
  /** Connections of these sessions are over. Without `only`, all but `except`; a bot has no session. */
  | {
      readonly kind: "logged out";
      readonly user: string;
      readonly only?: string;
      readonly except?: string | null;
    };
