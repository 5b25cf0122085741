import type { Bus } from "../platform/bus/port.ts";
import { type Topic, topic } from "../visibility/announcement.ts";

/** The topics of channels and users that views of this node depend on, each with the number of those who do. */
export class FollowedTopics {
  readonly #bus: Pick<Bus, "follow" | "unfollow">;
  /** By the id alone, which no channel shares with a user: the views have the same strings. */
  readonly #counts = new Map<string, number>();

  constructor(bus: Pick<Bus, "follow" | "unfollow">) {
    this.#bus = bus;
  }

  has(wanted: Topic): boolean {
    return this.#counts.has(wanted.slice(wanted.indexOf(":") + 1));
  }

  add(kind: "channel" | "private", id: string): void {
    const count = this.#counts.get(id) ?? 0;
    this.#counts.set(id, count + 1);
    if (count === 0) this.#bus.follow(topic[kind](id));
  }

  remove(kind: "channel" | "private", id: string): void {
    const count = this.#counts.get(id) ?? 0;
    if (count > 1) this.#counts.set(id, count - 1);
    else if (this.#counts.delete(id)) this.#bus.unfollow(topic[kind](id));
  }
}
