import { type AnnouncementAudience, type Topic, topic } from "../../visibility/announcement.ts";
import type { VisibilityChange } from "../server-visibility.ts";
import { receives, type TopicChange, type View, type ViewerRelation } from "../view.ts";
import type { PastChange } from "./view-history.ts";

/** What a user could see at a moment in the past, which moves towards the present change by change. */
export class PastView {
  readonly #view: View;
  /** Those of then; undefined while they are those of the view. */
  readonly #topics: Set<Topic> | undefined;
  /** The relations that have changed since. */
  readonly #relations = new Map<string, ViewerRelation | undefined>();
  /** Servers whose users the connection was subscribed to. */
  readonly #subscriptions: Pick<ReadonlySet<string>, "has">;
  /** What is known of the topics of then: most events are on the same few topics. */
  readonly #known = new Map<Topic, boolean>();

  /** Starts before these changes, which lead to the view as it is now. */
  constructor(view: View, changes: readonly PastChange[], subscriptions: Pick<ReadonlySet<string>, "has">) {
    this.#view = view;
    this.#subscriptions = subscriptions;
    // Most users have missed no change, and listing their topics takes longer than finding what else they missed.
    if (changes.length > 0) this.#topics = new Set(view.topics());
    for (const { visibility, topics, relations } of changes.toReversed()) {
      for (const change of topics.toReversed()) this.#change(opposite(change));
      for (const change of visibility.toReversed()) this.#change(opposite(topicChangeOf(change)));
      for (const { other, before } of relations.toReversed()) this.#relations.set(other, before);
    }
  }

  get topics(): Iterable<Topic> {
    return this.#topics ?? this.#view.topics();
  }

  /** The topics of the users of servers that are among the topics of these servers. */
  usersTopics(servers: Iterable<Topic>): Topic[] {
    return [...servers].flatMap((each) => {
      const server = each.startsWith("server:") ? each.slice("server:".length) : undefined;
      const hears = server !== undefined && (this.#view.bot || this.#subscriptions.has(server));
      return hears ? [topic.serverUsers(server)] : [];
    });
  }

  relationTo(userId: string): ViewerRelation | undefined {
    return this.#relations.has(userId) ? this.#relations.get(userId) : this.#view.relationTo(userId);
  }

  receives(announcement: AnnouncementAudience): boolean {
    return receives(announcement, this.#hasTopic);
  }

  /** Applies what precedes the event of a change. */
  applyVisibility({ visibility }: PastChange): void {
    for (const change of visibility) this.#change(topicChangeOf(change));
  }

  /** Applies what follows the event of a change. */
  apply({ topics, relations }: PastChange): void {
    for (const change of topics) this.#change(change);
    for (const { other, after } of relations) this.#relations.set(other, after);
  }

  readonly #hasTopic = (wanted: Topic): boolean => {
    const known = this.#known.get(wanted);
    if (known !== undefined) return known;
    const isThere = this.#findTopic(wanted);
    this.#known.set(wanted, isThere);
    return isThere;
  };

  #findTopic(wanted: Topic): boolean {
    if (!wanted.startsWith("server-users:")) return this.#topics?.has(wanted) ?? this.#view.hasTopic(wanted);
    const server = wanted.slice("server-users:".length);
    return (this.#view.bot || this.#subscriptions.has(server)) && this.#hasTopic(topic.server(server));
  }

  #change({ gained, lost }: TopicChange): void {
    this.#known.clear();
    for (const added of gained) this.#topics?.add(added);
    for (const removed of lost) this.#topics?.delete(removed);
  }
}

export function topicChangeOf({ gained, lost }: VisibilityChange): TopicChange {
  return { gained: gained.map(({ _id }) => topic.channel(_id)), lost: lost.map(topic.channel) };
}

function opposite({ gained, lost }: TopicChange): TopicChange {
  return { gained: lost, lost: gained };
}
