import { permission } from "../permissions/bits.ts";
import { includes } from "../permissions/bitset.ts";
import { groupPermissions } from "../permissions/conversations.ts";
import { userPermission, userPermissions } from "../permissions/users.ts";
import { memoizeByObject } from "../platform/memoize/memoize-by-object.ts";
import { type AnnouncementAudience, channelOf, type Topic, topic } from "../visibility/announcement.ts";
import type {
  Conversation,
  EffectiveRelation,
  ServerVisibilityData,
  ViewChange,
  ViewState,
} from "../visibility/view-change.ts";
import { internString } from "./intern-string.ts";
import { type MemberVisibility, ServerVisibility } from "./server-visibility.ts";

/** The topics that a user is on from now on, and those that the user is no longer on. */
export interface TopicChange {
  readonly gained: readonly Topic[];
  readonly lost: readonly Topic[];
}

/** The relation of a viewer to another user; `User` to themselves. */
export type ViewerRelation = EffectiveRelation | "User";

/**
 * Just enough of what a connected user can see to decide which events the user receives. All connections of the user
 * share it. The changes that events carry keep it up to date, without a query to the database.
 */
export class View {
  readonly userId: string;
  readonly bot: boolean;
  /** By the id of the server. */
  readonly memberships = new Map<string, MemberVisibility>();
  readonly #relations: Map<string, EffectiveRelation>;
  readonly #conversations: Map<string, Conversation>;
  #invisible: boolean;

  /** `visibilityOf` returns the visibility that the members of a server share, where there is one. */
  constructor(
    state: ViewState,
    visibilityOf: (server: ServerVisibilityData) => ServerVisibility = (server) =>
      new ServerVisibility(server),
  ) {
    this.userId = state.userId;
    this.bot = state.bot;
    this.#invisible = state.invisible;
    this.#relations = new Map();
    for (const [id, relation] of state.relations) this.#relations.set(internString(id), relation);
    this.#conversations = new Map();
    for (const conversation of state.conversations) this.#conversations.set(conversation.id, conversation);
    for (const { visibility, member } of state.servers)
      this.addMembership(visibilityOf(visibility).createMember(this.userId, member));
  }

  get invisible(): boolean {
    return this.#invisible;
  }

  get servers(): Iterable<string> {
    return this.memberships.keys();
  }

  /** Undefined for users without a relation. */
  relationTo(userId: string): ViewerRelation | undefined {
    return userId === this.userId ? "User" : this.#relations.get(userId);
  }

  /** The ids of all users with a relation to this user, who is one of them. */
  *relatedUsers(): Iterable<string> {
    yield this.userId;
    yield* this.#relations.keys();
  }

  /** The users in calls of channels of servers that the user can view, with these channels. */
  callers(): ReadonlyMap<string, readonly string[]> {
    const channels = new Map<string, string[]>();
    for (const { server, visibleChannels } of this.memberships.values())
      for (const { id, participants } of server.calls())
        if (visibleChannels.has(id))
          for (const { id: userId } of participants)
            channels.set(userId, [...(channels.get(userId) ?? []), id]);
    return channels;
  }

  isIn(serverId: string): boolean {
    return this.memberships.has(serverId);
  }

  get conversations(): Iterable<string> {
    return this.#conversations.keys();
  }

  isInConversation(channelId: string): boolean {
    return this.#conversations.has(channelId);
  }

  addMembership(member: MemberVisibility): void {
    this.memberships.set(internString(member.server.id), member);
  }

  /** All topics of the user's connections except `server-users:`, which the audience keeps itself. */
  topics(): Topic[] {
    const topics = this.ownTopics();
    for (const member of this.memberships.values()) topics.push(...topicsOfMember(member));
    return topics;
  }

  /** Those of them that are not about servers. */
  ownTopics(): Topic[] {
    const topics = [topic.private(this.userId), ...this.topicsOfUsers()];
    for (const channelId of this.#conversations.keys()) topics.push(topic.channel(channelId));
    return topics;
  }

  /** Those of them that are about single users. */
  topicsOfUsers(): Topic[] {
    const topics: Topic[] = [];
    for (const id of this.#relations.keys()) topics.push(this.#topicOfRelated(id));
    const others = new Set<string>().add(this.userId);
    for (const { recipients } of this.#conversations.values()) for (const id of recipients) others.add(id);
    for (const id of others) if (!this.#relations.has(id)) topics.push(topic.user(id));
    return topics;
  }

  hasTopic(wanted: Topic): boolean {
    const colon = wanted.indexOf(":");
    const id = wanted.slice(colon + 1);
    switch (wanted.slice(0, colon)) {
      case "private":
        return id === this.userId;
      case "channel":
        return this.#conversations.has(id) || this.#membershipWithChannel(id) !== undefined;
      case "server":
        return this.isIn(id);
      case "server-users":
        return this.bot && this.isIn(id);
      default:
        return this.#topicOf(id) === wanted;
    }
  }

  /** The native topic through which the user's connections are on a topic that the user has. */
  nativeTopic(held: Topic): Topic {
    const channel = channelOf(held);
    return (channel !== undefined && this.#membershipWithChannel(channel)?.viewersTopic) || held;
  }

  receives(announcement: AnnouncementAudience): boolean {
    return receives(announcement, (each) => this.hasTopic(each));
  }

  canSendMessage(channelId: string, now: number): boolean {
    const member = this.#membershipWithChannel(channelId);
    if (member) return includes(member.server.permissionsIn(channelId, member, now), permission.SendMessage);
    const conversation = this.#conversations.get(channelId);
    switch (conversation?.kind) {
      case "DirectMessage":
        return this.#canSendDirectMessage(conversation);
      case "Group":
        return includes(this.#groupPermissions(conversation), permission.SendMessage);
      default:
        return conversation !== undefined;
    }
  }

  #groupPermissions({ owner, permissions }: Conversation): number {
    return groupPermissions({ owner: owner === this.userId, recipient: true, permissions });
  }

  #canSendDirectMessage({ recipients, withBot = false }: Conversation): boolean {
    const other = recipients.find((id) => id !== this.userId) ?? "";
    const permissions = userPermissions({
      self: false,
      relation: this.#relations.get(other) ?? "None",
      mutual: true,
      eitherIsBot: withBot,
    });
    return (permissions & userPermission.SendMessage) !== 0;
  }

  /** Applies a change that is not about servers, and returns the topics that the user gains or loses by it. */
  apply(change: ViewChange): TopicChange {
    const userIds = this.#usersIn(change);
    const before = new Set(this.#topicsOf(userIds));
    const { gained, lost } = this.#applyChange(change);
    const after = new Set(this.#topicsOf(userIds));
    return {
      gained: [...gained, ...after.difference(before)],
      lost: [...lost, ...before.difference(after)],
    };
  }

  #applyChange(change: ViewChange): TopicChange {
    switch (change.kind) {
      case "relation":
        if (change.user !== this.userId) return noTopics;
        if (change.relation === "None") this.#relations.delete(change.other);
        else this.#relations.set(internString(change.other), change.relation);
        return noTopics;
      case "visibility":
        if (change.user === this.userId) this.#invisible = change.invisible;
        return noTopics;
      case "conversation opened": {
        const { id } = change.conversation;
        if (!change.users.includes(this.userId) || this.#conversations.has(id)) return noTopics;
        this.#conversations.set(id, change.conversation);
        return { gained: [topic.channel(id)], lost: [] };
      }
      case "recipient joined":
        this.#updateConversation(change.channel, ({ recipients }) => ({
          recipients: [...new Set([...recipients, change.user])],
        }));
        return noTopics;
      case "recipient left":
        if (change.user === this.userId) return this.#removeConversation(change.channel);
        this.#updateConversation(change.channel, ({ recipients }) => ({
          recipients: recipients.filter((id) => id !== change.user),
        }));
        return noTopics;
      case "group changed": {
        const { kind: _, channel, ...changes } = change;
        this.#updateConversation(channel, () => changes);
        return noTopics;
      }
      case "channel gone":
        return this.#removeConversation(change.channel);
      case "user wiped":
        // Other events remove the conversations.
        this.#relations.delete(change.user);
        return noTopics;
      default:
        return noTopics;
    }
  }

  #removeConversation(channelId: string): TopicChange {
    if (!this.#conversations.delete(channelId)) return noTopics;
    return { gained: [], lost: [topic.channel(channelId)] };
  }

  #updateConversation(
    channelId: string,
    change: (conversation: Conversation) => Partial<Conversation>,
  ): void {
    const conversation = this.#conversations.get(channelId);
    if (conversation) this.#conversations.set(channelId, { ...conversation, ...change(conversation) });
  }

  /** The users whose `user:` or `blocked-by:` topic a change may add or remove. */
  #usersIn(change: ViewChange): readonly string[] {
    switch (change.kind) {
      case "relation":
        return [change.other];
      case "conversation opened":
        return change.conversation.recipients;
      case "recipient joined":
        return [...this.#recipientsOf(change.channel), change.user];
      case "recipient left":
      case "channel gone":
        return this.#recipientsOf(change.channel);
      case "user wiped":
        return [change.user];
      default:
        return [];
    }
  }

  #recipientsOf(channelId: string): readonly string[] {
    return this.#conversations.get(channelId)?.recipients ?? [];
  }

  #topicsOf(userIds: Iterable<string>): Topic[] {
    const topics: Topic[] = [];
    for (const id of userIds) {
      const userTopic = this.#topicOf(id);
      if (userTopic) topics.push(userTopic);
    }
    return topics;
  }

  /** The topic on which this user receives updates of another user. */
  #topicOf(userId: string): Topic | undefined {
    const isRelated =
      userId === this.userId || this.#relations.has(userId) || this.#sharesConversationWith(userId);
    return isRelated ? this.#topicOfRelated(userId) : undefined;
  }

  #topicOfRelated(userId: string): Topic {
    const relation = this.#relations.get(userId);
    const isBlocked = relation === "BlockedOther" || relation === "BlockedBoth";
    return isBlocked ? topic.blockedBy(userId) : topic.user(userId);
  }

  /** The membership through which the user can view a channel. */
  #membershipWithChannel(channelId: string): MemberVisibility | undefined {
    for (const member of this.memberships.values()) if (member.visibleChannels.has(channelId)) return member;
    return undefined;
  }

  #sharesConversationWith(userId: string): boolean {
    for (const { recipients } of this.#conversations.values()) if (recipients.includes(userId)) return true;
    return false;
  }
}

/** Whether whoever is on these topics receives an announcement. */
export function receives(
  { topics, except, within }: AnnouncementAudience,
  hasTopic: (topic: Topic) => boolean,
): boolean {
  return topics.some(hasTopic) && !except?.some(hasTopic) && (within?.every(hasTopic) ?? true);
}

/** The topics of a member: the server and the channels that the member can view. Members with the same roles share them. */
export function topicsOfMember({ server, visibleChannels }: MemberVisibility): ReadonlySet<Topic> {
  return topicsInServer(visibleChannels, server.id);
}

/** A set, because a loop over an array that is frozen takes several times as long. */
const topicsInServer = memoizeByObject(
  (channels: ReadonlySet<string>, server: string): ReadonlySet<Topic> =>
    new Set([topic.server(server), ...[...channels].map(topic.channel)]),
);

const noTopics: TopicChange = { gained: [], lost: [] };
