import { permission } from "../permissions/bits.ts";
import { includes } from "../permissions/bitset.ts";
import { groupPermissions } from "../permissions/conversations.ts";
import { userPermission, userPermissions } from "../permissions/users.ts";
import { type Announcement, type Topic, topic } from "../protocol/event.ts";
import type {
  Conversation,
  EffectiveRelation,
  ServerVisibilityData,
  ViewChange,
  ViewState,
} from "../protocol/view-change.ts";
import { internString } from "./intern-string.ts";
import { type MemberVisibility, ServerVisibility } from "./server-visibility.ts";

/** What somebody hears from now on, or no longer. */
export interface TopicChange {
  readonly gained: readonly Topic[];
  readonly lost: readonly Topic[];
}

/**
 * Just enough of what a connected user can see to decide what they hear. Shared by their connections, and kept up
 * to date by the changes that events carry, without asking the database.
 */
export class View {
  readonly userId: string;
  readonly bot: boolean;
  /** By the id of the server. */
  readonly memberships = new Map<string, MemberVisibility>();
  privileged: boolean;
  readonly #relations: Map<string, EffectiveRelation>;
  readonly #conversations: Map<string, Conversation>;
  #invisible: boolean;

  /** `visibilityOf` finds the server that others share, where there is one. */
  constructor(
    state: ViewState,
    visibilityOf: (server: ServerVisibilityData) => ServerVisibility = (server) =>
      new ServerVisibility(server),
  ) {
    this.userId = state.userId;
    this.bot = state.bot;
    this.privileged = state.privileged;
    this.#invisible = state.invisible;
    this.#relations = new Map();
    for (const [id, relation] of state.relations) this.#relations.set(internString(id), relation);
    this.#conversations = new Map();
    for (const conversation of state.conversations) this.#conversations.set(conversation.id, conversation);
    for (const { visibility, member } of state.servers)
      this.addMembership(visibilityOf(visibility).prepareMember(this.userId, this.privileged, member));
  }

  get invisible(): boolean {
    return this.#invisible;
  }

  get servers(): Iterable<string> {
    return this.memberships.keys();
  }

  isIn(serverId: string): boolean {
    return this.memberships.has(serverId);
  }

  addMembership(seat: MemberVisibility): void {
    this.memberships.set(internString(seat.server.id), seat);
  }

  /** Everything that the user's connections are subscribed to; server-wide user updates aside. */
  topics(): Topic[] {
    const people = new Set(this.#relations.keys());
    for (const { recipients } of this.#conversations.values()) for (const id of recipients) people.add(id);
    people.add(this.userId);
    return [
      topic.private(this.userId),
      ...this.#topicsOf(people),
      ...[...this.#conversations.keys()].map(topic.channel),
      ...[...this.memberships.values()].flatMap(topicsOfMember),
    ];
  }

  holds(asked: Topic): boolean {
    const [kind, id = ""] = asked.split(":");
    switch (kind) {
      case "private":
        return id === this.userId;
      case "channel":
        return this.#conversations.has(id) || this.#seatBefore(id) !== undefined;
      case "server":
        return this.isIn(id);
      case "server-users":
        return this.bot && this.isIn(id);
      default:
        return this.#topicOf(id) === asked;
    }
  }

  hears({ topics, except = [] }: Announcement): boolean {
    return topics.some((held) => this.holds(held)) && !except.some((held) => this.holds(held));
  }

  maySpeakIn(channelId: string, now: number): boolean {
    const seat = this.#seatBefore(channelId);
    if (seat) return includes(seat.server.permissionsIn(channelId, seat, now), permission.SendMessage);
    const conversation = this.#conversations.get(channelId);
    switch (conversation?.kind) {
      case "DirectMessage":
        return this.#maySpeakIn(conversation);
      case "Group":
        return includes(this.#permissionsIn(conversation), permission.SendMessage);
      default:
        return conversation !== undefined;
    }
  }

  #permissionsIn({ owner, permissions }: Conversation): number {
    const standing = { privileged: this.privileged, owner: owner === this.userId, recipient: true };
    return groupPermissions({ ...standing, permissions });
  }

  #maySpeakIn({ recipients, withBot = false }: Conversation): boolean {
    const other = recipients.find((id) => id !== this.userId) ?? "";
    const permissions = userPermissions({
      self: false,
      privileged: this.privileged,
      relation: this.#relations.get(other) ?? "None",
      mutual: true,
      eitherIsBot: withBot,
    });
    return (permissions & userPermission.SendMessage) !== 0;
  }

  /** Takes in what concerns this user, servers aside, and says what they hear or no longer hear because of it. */
  apply(change: ViewChange): TopicChange {
    const people = this.#peopleIn(change);
    const before = new Set(this.#topicsOf(people));
    const { gained, lost } = this.#take(change);
    const after = new Set(this.#topicsOf(people));
    return {
      gained: [...gained, ...after.difference(before)],
      lost: [...lost, ...before.difference(after)],
    };
  }

  #take(change: ViewChange): TopicChange {
    switch (change.kind) {
      case "relation":
        if (change.user !== this.userId) return nothing;
        if (change.regard === "None") this.#relations.delete(change.other);
        else this.#relations.set(internString(change.other), change.regard);
        return nothing;
      case "visibility":
        if (change.user === this.userId) this.#invisible = change.invisible;
        return nothing;
      case "conversation opened": {
        const { id } = change.conversation;
        if (!change.users.includes(this.userId) || this.#conversations.has(id)) return nothing;
        this.#conversations.set(id, change.conversation);
        return { gained: [topic.channel(id)], lost: [] };
      }
      case "recipient joined":
        this.#alter(change.channel, ({ recipients }) => ({
          recipients: [...new Set([...recipients, change.user])],
        }));
        return nothing;
      case "recipient left":
        if (change.user === this.userId) return this.#leave(change.channel);
        this.#alter(change.channel, ({ recipients }) => ({
          recipients: recipients.filter((id) => id !== change.user),
        }));
        return nothing;
      case "group changed": {
        const { kind: _, channel, ...news } = change;
        this.#alter(channel, () => news);
        return nothing;
      }
      case "channel gone":
        return this.#leave(change.channel);
      case "user wiped":
        // Conversations go with events of their own.
        this.#relations.delete(change.user);
        return nothing;
      default:
        return nothing;
    }
  }

  #leave(channelId: string): TopicChange {
    if (!this.#conversations.delete(channelId)) return nothing;
    return { gained: [], lost: [topic.channel(channelId)] };
  }

  #alter(channelId: string, change: (conversation: Conversation) => Partial<Conversation>): void {
    const conversation = this.#conversations.get(channelId);
    if (conversation) this.#conversations.set(channelId, { ...conversation, ...change(conversation) });
  }

  /** Whose own topic may be gained or lost by a change. */
  #peopleIn(change: ViewChange): readonly string[] {
    switch (change.kind) {
      case "relation":
        return [change.other];
      case "conversation opened":
        return change.conversation.recipients;
      case "recipient joined":
      case "recipient left":
      case "channel gone":
        return [...(this.#conversations.get(change.channel)?.recipients ?? []), ...joining(change)];
      case "user wiped":
        return [change.user];
      default:
        return [];
    }
  }

  #topicsOf(people: Iterable<string>): Topic[] {
    const topics: Topic[] = [];
    for (const id of people) {
      const held = this.#topicOf(id);
      if (held) topics.push(held);
    }
    return topics;
  }

  #topicOf(userId: string): Topic | undefined {
    if (userId === this.userId) return topic.user(userId);
    const relation = this.#relations.get(userId);
    if (relation === "BlockedOther" || relation === "BlockedBoth") return topic.blockedBy(userId);
    return relation !== undefined || this.#meets(userId) ? topic.user(userId) : undefined;
  }

  /** The seat in the server of a channel in view. */
  #seatBefore(channelId: string): MemberVisibility | undefined {
    for (const seat of this.memberships.values()) if (seat.visibleChannels.has(channelId)) return seat;
    return undefined;
  }

  #meets(userId: string): boolean {
    for (const { recipients } of this.#conversations.values()) if (recipients.includes(userId)) return true;
    return false;
  }
}

/** Everything that who sits there hears of the server. */
export function topicsOfMember({ server, visibleChannels }: MemberVisibility): Topic[] {
  return [topic.server(server.id), ...[...visibleChannels].map(topic.channel)];
}

const nothing: TopicChange = { gained: [], lost: [] };

function joining(change: ViewChange): string[] {
  return change.kind === "recipient joined" ? [change.user] : [];
}
