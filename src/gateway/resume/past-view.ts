import { type AnnouncementAudience, type Topic, topic } from "../../visibility/announcement.ts";
import { receives, type TopicChange, type View, type ViewerRelation } from "../view.ts";
import type { PastChange } from "./view-history.ts";

/** What a user could see at a moment in the past, which moves towards the present change by change. */
export class PastView {
  readonly #view: View;
  /** The topics at that time; undefined if the view has not changed since. */
  readonly #topics: Set<Topic> | undefined;
  /** The relations at that time which have changed since. */
  readonly #relations = new Map<string, ViewerRelation | undefined>();
  /** Servers whose users the connection was subscribed to. */
  readonly #subscriptions: Pick<ReadonlySet<string>, "has">;
  /** Results of `#hasTopic`: most events are on the same few topics. */
  readonly #checked = new Map<Topic, boolean>();

  /** Starts before these changes, which lead to the view as it is now. */
  constructor(view: View, changes: readonly PastChange[], subscriptions: Pick<ReadonlySet<string>, "has">) {
    this.#view = view;
    this.#subscriptions = subscriptions;
    // Most users have missed no change, and listing their topics takes longer than finding what else they missed.
    if (changes.length > 0) this.#topics = new Set(view.topics());
    for (const { topics, relations } of changes.toReversed()) {
      for (const { gained, lost } of topics.toReversed()) this.#change({ gained: lost, lost: gained });
      for (const { other, before } of relations.toReversed()) this.#relations.set(other, before);
    }
  }

  /** The topics at that time, and those that came with these changes. */
  topicsWith(changes: readonly PastChange[]): ReadonlySet<Topic> {
    const gained = changes.flatMap(({ topics }) => topics.flatMap((change) => change.gained));
    const all = new Set([...(this.#topics ?? this.#view.topics()), ...gained]);
    for (const each of [...all]) {
      const server = each.startsWith("server:") ? each.slice("server:".length) : undefined;
      if (server !== undefined && this.#hearsUsersOf(server)) all.add(topic.serverUsers(server));
    }
    return all;
  }

  relationTo(userId: string): ViewerRelation | undefined {
    return this.#relations.has(userId) ? this.#relations.get(userId) : this.#view.relationTo(userId);
  }

  receives(announcement: AnnouncementAudience): boolean {
    return receives(announcement, this.#hasTopic);
  }

  apply({ topics, relations }: PastChange): void {
    for (const change of topics) this.#change(change);
    for (const { other, after } of relations) this.#relations.set(other, after);
  }

  readonly #hasTopic = (wanted: Topic): boolean => {
    const has = this.#checked.get(wanted) ?? this.#findTopic(wanted);
    this.#checked.set(wanted, has);
    return has;
  };

  #findTopic(wanted: Topic): boolean {
    if (!wanted.startsWith("server-users:")) return this.#topics?.has(wanted) ?? this.#view.hasTopic(wanted);
    const server = wanted.slice("server-users:".length);
    return this.#hearsUsersOf(server) && this.#hasTopic(topic.server(server));
  }

  #hearsUsersOf(server: string): boolean {
    return this.#view.bot || this.#subscriptions.has(server);
  }

  #change({ gained, lost }: TopicChange): void {
    this.#checked.clear();
    for (const added of gained) this.#topics?.add(added);
    for (const removed of lost) this.#topics?.delete(removed);
  }
}
