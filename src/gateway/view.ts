import { type Announcement, type Topic, topic } from "../declare/event.ts";
import type { Conversation, Regard, SceneMember, ServerScene, ViewChange } from "../declare/view-change.ts";
import { permission } from "../permissions/bits.ts";
import { groupPermissions } from "../permissions/conversations.ts";
import { includes } from "../permissions/sets.ts";
import { userPermission, userPermissions } from "../permissions/users.ts";
import { sameString } from "./same-string.ts";
import { Scene, type Seat } from "./scene.ts";

/** What a user can see, read once when the first connection opens. */
export interface Sight {
  readonly userId: string;
  readonly bot: boolean;
  readonly privileged: boolean;
  readonly invisible: boolean;
  readonly relations: Iterable<readonly [string, Regard]>;
  readonly conversations: Iterable<Conversation>;
  readonly servers: Iterable<{ readonly scene: ServerScene; readonly member: SceneMember }>;
}

/** What somebody hears from now on, or no longer. */
export interface TopicShift {
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
  readonly seats = new Map<string, Seat>();
  privileged: boolean;
  readonly #relations: Map<string, Regard>;
  readonly #conversations: Map<string, Conversation>;
  #invisible: boolean;

  /** `sceneOf` finds the scene that others share, where there is one. */
  constructor(sight: Sight, sceneOf: (server: ServerScene) => Scene = (server) => new Scene(server)) {
    this.userId = sight.userId;
    this.bot = sight.bot;
    this.privileged = sight.privileged;
    this.#invisible = sight.invisible;
    this.#relations = new Map();
    for (const [id, relation] of sight.relations) this.#relations.set(sameString(id), relation);
    this.#conversations = new Map();
    for (const conversation of sight.conversations) this.#conversations.set(conversation.id, conversation);
    for (const { scene, member } of sight.servers)
      this.sit(sceneOf(scene).prepareSeat(this.userId, this.privileged, member));
  }

  get invisible(): boolean {
    return this.#invisible;
  }

  get servers(): Iterable<string> {
    return this.seats.keys();
  }

  isIn(serverId: string): boolean {
    return this.seats.has(serverId);
  }

  sit(seat: Seat): void {
    this.seats.set(sameString(seat.scene.id), seat);
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
      ...[...this.seats.values()].flatMap(topicsOfSeat),
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
    if (seat) return includes(seat.scene.permissionsIn(channelId, seat, now), permission.SendMessage);
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
  apply(change: ViewChange): TopicShift {
    const people = this.#peopleIn(change);
    const before = new Set(this.#topicsOf(people));
    const { gained, lost } = this.#take(change);
    const after = new Set(this.#topicsOf(people));
    return {
      gained: [...gained, ...after.difference(before)],
      lost: [...lost, ...before.difference(after)],
    };
  }

  #take(change: ViewChange): TopicShift {
    switch (change.kind) {
      case "relation":
        if (change.user !== this.userId) return nothing;
        if (change.regard === "None") this.#relations.delete(change.other);
        else this.#relations.set(sameString(change.other), change.regard);
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

  #leave(channelId: string): TopicShift {
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
  #seatBefore(channelId: string): Seat | undefined {
    for (const seat of this.seats.values()) if (seat.visible.has(channelId)) return seat;
    return undefined;
  }

  #meets(userId: string): boolean {
    for (const { recipients } of this.#conversations.values()) if (recipients.includes(userId)) return true;
    return false;
  }
}

/** Everything that who sits there hears of the server. */
export function topicsOfSeat({ scene, visible }: Seat): Topic[] {
  return [topic.server(scene.id), ...[...visible].map(topic.channel)];
}

const nothing: TopicShift = { gained: [], lost: [] };

function joining(change: ViewChange): string[] {
  return change.kind === "recipient joined" ? [change.user] : [];
}
