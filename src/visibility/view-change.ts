/** The relation of one user to another, as stored; `None` stands for no row. */
export type Relation = "None" | "Friend" | "Outgoing" | "Incoming" | "Blocked" | "BlockedOther";

/** A relation as far as it decides visibility: two users who block each other are both stored as `Blocked`. */
export type EffectiveRelation = Relation | "BlockedBoth";

/** What decides who receives the events of a conversation and who may send messages in it. */
export interface Conversation {
  readonly id: string;
  readonly kind: "SavedMessages" | "DirectMessage" | "Group";
  readonly recipients: readonly string[];
  /** Of direct messages: one of the two is a bot, so that they need not be friends to send messages. */
  readonly withBot?: boolean;
  /** Of groups: the id of the owner. */
  readonly owner?: string;
  /** Of groups: the permissions of the other recipients, if they are not the default. */
  readonly permissions?: number;
}

/** Permissions that one layer allows and denies. */
interface Override {
  readonly a: number;
  readonly d: number;
}

/** A whole channel of a server, since ChannelCreate sends it to members who gain it. */
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

/** A participant of a call as clients see it. The id is that of the user. */
export interface ParticipantData {
  readonly id: string;
  readonly [field: string]: unknown;
}

/** The participants of the call of a channel. The id is that of the channel. */
export interface CallData {
  readonly id: string;
  readonly participants: readonly ParticipantData[];
}

/** What decides which members can view which channels of a server. */
export interface ServerVisibilityData {
  readonly id: string;
  readonly owner: string;
  readonly defaultPermissions: number;
  readonly roles: readonly RoleVisibilityData[];
  readonly channels: readonly ChannelVisibilityData[];
  /** In its channels, for members who gain one. */
  readonly calls?: readonly CallData[];
}

export interface MemberVisibilityData {
  /** Ids of the roles that the member has. */
  readonly roles: readonly string[];
  readonly timeoutUntil: number | null;
}

/** What a user can see when the first connection opens. Events change it from then on. */
export interface ViewState {
  readonly userId: string;
  readonly bot: boolean;
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
 * A change that may give or take users the view of channels in servers. These users get ChannelCreate and
 * ChannelDelete before the event itself. The kinds of changes are stored in the outbox.
 */
export type ServerViewChange =
  | {
      readonly kind: "server changed";
      readonly server: string;
      readonly owner?: string;
      readonly defaultPermissions?: number;
    }
  /** A role was created or changed. */
  | { readonly kind: "role changed"; readonly server: string; readonly role: RoleVisibilityData }
  | { readonly kind: "role gone"; readonly server: string; readonly role: string }
  /** The ids of all roles, the highest first. */
  | { readonly kind: "roles ranked"; readonly server: string; readonly ranks: readonly string[] }
  | ({
      readonly kind: "member changed";
      readonly server: string;
      readonly user: string;
    } & Partial<MemberVisibilityData>)
  /** A channel of a server was created or changed. */
  | {
      readonly kind: "server channel changed";
      readonly server: string;
      readonly channel: ChannelVisibilityData;
    };

/**
 * A change of what connected users can see. It travels with the event, so that its delivery needs no query to the
 * database.
 */
export type ViewChange =
  | ServerViewChange
  | {
      readonly kind: "relation";
      readonly user: string;
      readonly other: string;
      readonly relation: EffectiveRelation;
    }
  /** The user chose to appear offline, or no longer does. */
  | { readonly kind: "visibility"; readonly user: string; readonly invisible: boolean }
  /** These users can view the conversation from now on. */
  | {
      readonly kind: "conversation opened";
      readonly users: readonly string[];
      readonly conversation: Conversation;
    }
  | { readonly kind: "recipient joined"; readonly channel: string; readonly user: string }
  /** The user who left can no longer view the conversation. */
  | { readonly kind: "recipient left"; readonly channel: string; readonly user: string }
  /** The group has another owner or other permissions. */
  | {
      readonly kind: "group changed";
      readonly channel: string;
      readonly owner?: string;
      readonly permissions?: number;
    }
  | { readonly kind: "channel gone"; readonly channel: string }
  /** The channel has another last message. */
  | { readonly kind: "message sent"; readonly channel: string; readonly message: string }
  /** A participant joined the call of the channel, or some fields of their state changed. */
  | { readonly kind: "participant changed"; readonly channel: string; readonly participant: ParticipantData }
  | { readonly kind: "participant left"; readonly channel: string; readonly user: string }
  | {
      readonly kind: "server joined";
      readonly user: string;
      readonly server: ServerVisibilityData;
      readonly member: MemberVisibilityData;
    }
  | { readonly kind: "server left"; readonly user: string; readonly server: string }
  | { readonly kind: "server gone"; readonly server: string }
  /** All relations to this user are gone. */
  | { readonly kind: "user wiped"; readonly user: string }
  /** Sessions ended: `only` this one, or all but `except`. A bot has no session; all its connections are closed. */
  | {
      readonly kind: "logged out";
      readonly user: string;
      readonly only?: string;
      readonly except?: string | null;
    };
