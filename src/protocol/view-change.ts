/** How one user stands to another, as stored; `None` is the absence of an entry. */
export type Relation = "None" | "Friend" | "Outgoing" | "Incoming" | "Blocked" | "BlockedOther";

/** The same, as far as it decides what one sees: two who have blocked each other are both stored as `Blocked`. */
export type EffectiveRelation = Relation | "BlockedBoth";

/** Of a conversation, what decides who hears of it and who may speak in it. */
export interface Conversation {
  readonly id: string;
  readonly kind: "SavedMessages" | "DirectMessage" | "Group";
  readonly recipients: readonly string[];
  /** Of direct messages: one of the two is a bot, to whom one may speak without being friends. */
  readonly withBot?: boolean;
  /** Of groups: whose it is. */
  readonly owner?: string;
  /** Of groups: what the others may do, where it is not the usual. */
  readonly permissions?: number;
}

/** Permissions that one layer allows and denies. */
interface Override {
  readonly a: number;
  readonly d: number;
}

/** A channel of a server, whole: it is told as it is to those into whose view it comes. */
export interface ChannelVisibilityData {
  readonly _id: string;
  readonly default_permissions?: Override;
  readonly role_permissions?: Readonly<Record<string, Override>>;
  readonly last_message_id?: string;
}

export interface RoleVisibilityData {
  readonly id: string;
  readonly rank: number;
  readonly permissions: Override;
}

/** Of a server, all that decides who sees which of its channels. */
export interface ServerVisibilityData {
  readonly id: string;
  readonly owner: string;
  readonly defaultPermissions: number;
  readonly roles: readonly RoleVisibilityData[];
  readonly channels: readonly ChannelVisibilityData[];
}

/** Of a member, the same. */
export interface MemberVisibilityData {
  /** Ids of the roles that the member has. */
  readonly roles: readonly string[];
  readonly timeoutUntil: number | null;
}

/** What a user can see when the first connection opens. Events change it from then on. */
export interface ViewState {
  readonly userId: string;
  readonly bot: boolean;
  readonly privileged: boolean;
  readonly invisible: boolean;
  /** By the id of the other user. */
  readonly relations: ReadonlyMap<string, EffectiveRelation>;
  readonly conversations: readonly Conversation[];
  readonly servers: readonly {
    readonly visibility: ServerVisibilityData;
    readonly member: MemberVisibilityData;
  }[];
}

/**
 * What may bring channels of servers into somebody's view or take them out of it. Whoever it happens to is told by
 * ChannelCreate and ChannelDelete, before the event itself.
 */
export type ServerViewChange =
  | {
      readonly kind: "server changed";
      readonly server: string;
      readonly owner?: string;
      readonly defaultPermissions?: number;
    }
  /** A role is new, or something of it is. */
  | { readonly kind: "role changed"; readonly server: string; readonly role: RoleVisibilityData }
  | { readonly kind: "role gone"; readonly server: string; readonly role: string }
  /** The ids of all roles, the highest first. */
  | { readonly kind: "roles ranked"; readonly server: string; readonly ranks: readonly string[] }
  | ({
      readonly kind: "member changed";
      readonly server: string;
      readonly user: string;
    } & Partial<MemberVisibilityData>)
  /** A channel of a server is new, or something of it is. */
  | {
      readonly kind: "server channel changed";
      readonly server: string;
      readonly channel: ChannelVisibilityData;
    }
  /** The user has become privileged, or is so no longer. */
  | { readonly kind: "privilege"; readonly user: string; readonly privileged: boolean };

/**
 * What an event changes in the views of connected users. It travels with the event, so that those who deliver
 * it need not ask the database.
 */
export type ViewChange =
  | ServerViewChange
  | {
      readonly kind: "relation";
      readonly user: string;
      readonly other: string;
      readonly regard: EffectiveRelation;
    }
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
  /** It has another owner, or allows its people something else. */
  | {
      readonly kind: "group changed";
      readonly channel: string;
      readonly owner?: string;
      readonly permissions?: number;
    }
  | { readonly kind: "channel gone"; readonly channel: string }
  /** Something was said in the channel, by which its last message is another. */
  | { readonly kind: "message sent"; readonly channel: string; readonly message: string }
  | {
      readonly kind: "server joined";
      readonly user: string;
      readonly server: ServerVisibilityData;
      readonly member: MemberVisibilityData;
    }
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
