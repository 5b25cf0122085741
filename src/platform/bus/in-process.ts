import type { Announcement, Topic } from "../../protocol/event.ts";
import type { Bus, Listener } from "./port.ts";

interface Receiver {
  readonly hear: Listener;
  ended: boolean;
}

const taken = Promise.resolve();

/** Delivers inside `publish`. What a listener publishes waits until everyone has heard the one before it. */
export function createInProcessBus(onListenerError: (error: unknown) => void): Bus {
  const hearingAll = new Set<Receiver>();
  const byTopic = new Map<Topic, Set<Receiver>>();
  const waiting: { announcement: Announcement; receivers: Iterable<Receiver> }[] = [];
  let delivering = false;

  /** Each once, those who hear all first. */
  function receiversOf({ topics }: Announcement): Iterable<Receiver> {
    const all = [...hearingAll];
    if (byTopic.size === 0) return all;
    return new Set([...all, ...topics.flatMap((topic) => [...(byTopic.get(topic) ?? [])])]);
  }

  function deliver(announcement: Announcement, receivers: Iterable<Receiver>): void {
    for (const receiver of receivers) {
      if (receiver.ended) continue;
      try {
        receiver.hear(announcement);
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
        deliver(next.announcement, next.receivers);
    } finally {
      delivering = false;
    }
  }

  function add(topic: Topic, receiver: Receiver): void {
    const receivers = byTopic.get(topic);
    if (receivers) receivers.add(receiver);
    else byTopic.set(topic, new Set([receiver]));
  }

  function remove(topic: Topic, receiver: Receiver): void {
    const receivers = byTopic.get(topic);
    if (receivers?.delete(receiver) && receivers.size === 0) byTopic.delete(topic);
  }

  return {
    publish(announcement) {
      // Receivers are fixed now: who subscribes while this waits came too late to hear it.
      waiting.push({ announcement, receivers: receiversOf(announcement) });
      deliverWaiting();
      return taken;
    },
    async subscribe(topics, hear) {
      const receiver = { hear, ended: false };
      // The caller may change its array; what was subscribed is what must be removed.
      const own = topics === "all" ? [] : [...topics];
      if (topics === "all") hearingAll.add(receiver);
      for (const topic of own) add(topic, receiver);
      return {
        async end() {
          receiver.ended = true;
          hearingAll.delete(receiver);
          for (const topic of own) remove(topic, receiver);
        },
      };
    },
    async close() {
      waiting.length = 0;
      hearingAll.clear();
      byTopic.clear();
    },
  };
}
