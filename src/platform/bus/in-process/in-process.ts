import type { Announcement, Topic } from "../../../visibility/announcement.ts";
import type { Bus, Listener } from "../port.ts";

interface Subscriber {
  readonly receive: Listener;
  ended: boolean;
}

const accepted = Promise.resolve();

/**
 * Delivers inside `publish`. An announcement that a listener publishes waits until all have received the one before.
 * The database calls `publishCommit` in the order of the commits, and there are no other nodes.
 */
export function createInProcessBus(onListenerError: (error: unknown) => void): Bus {
  const toAllTopics = new Set<Subscriber>();
  const byTopic = new Map<Topic, Set<Subscriber>>();
  const waiting: { announcement: Announcement; subscribers: Iterable<Subscriber> }[] = [];
  let delivering = false;
  let position = 0;

  /** Each subscriber once, those to all topics first. */
  function subscribersOf({ topics }: Announcement): Iterable<Subscriber> {
    const all = [...toAllTopics];
    if (byTopic.size === 0) return all;
    return new Set([...all, ...topics.flatMap((topic) => [...(byTopic.get(topic) ?? [])])]);
  }

  function deliver(announcement: Announcement, subscribers: Iterable<Subscriber>): void {
    for (const subscriber of subscribers) {
      if (subscriber.ended) continue;
      try {
        subscriber.receive(announcement);
      } catch (error) {
        onListenerError(error);
      }
    }
  }

  function deliverWaiting(): void {
    if (delivering) return;
    delivering = true;
    try {
      for (let next = waiting.shift(); next; next = waiting.shift())
        deliver(next.announcement, next.subscribers);
    } finally {
      delivering = false;
    }
  }

  function add(topic: Topic, subscriber: Subscriber): void {
    const subscribers = byTopic.get(topic);
    if (subscribers) subscribers.add(subscriber);
    else byTopic.set(topic, new Set([subscriber]));
  }

  function remove(topic: Topic, subscriber: Subscriber): void {
    const subscribers = byTopic.get(topic);
    if (subscribers?.delete(subscriber) && subscribers.size === 0) byTopic.delete(topic);
  }

  function publish(announcement: Announcement): void {
    // The subscribers are fixed here: a subscription that is made while this waits does not receive it.
    waiting.push({ announcement, subscribers: subscribersOf(announcement) });
    deliverWaiting();
  }

  return {
    get position() {
      return position;
    },
    lag: async () => 0,
    isCurrent: true,
    onGap() {},
    waitFor: () => accepted,
    publish(announcement) {
      publish(announcement);
      return accepted;
    },
    publishHere: publish,
    publishCommit(commit, announcements) {
      if (commit) position = commit.position;
      for (const announcement of announcements) {
        if (commit) announcement.position = commit.position;
        publish(announcement);
      }
    },
    async subscribe(topics, receive) {
      const subscriber = { receive, ended: false };
      // A copy, because the caller may change its array before the subscription ends.
      const own = topics === "all" ? [] : [...topics];
      if (topics === "all") toAllTopics.add(subscriber);
      for (const topic of own) add(topic, subscriber);
      return {
        async end() {
          subscriber.ended = true;
          toAllTopics.delete(subscriber);
          for (const topic of own) remove(topic, subscriber);
        },
      };
    },
    async trim() {},
    async close() {
      waiting.length = 0;
      toAllTopics.clear();
      byTopic.clear();
    },
  };
}
