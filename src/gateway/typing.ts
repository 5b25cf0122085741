import { TypingStarted, TypingStopped } from "../domains/conversations/index.ts";
import { type Announcement, announce } from "../protocol/event.ts";
import type { View } from "./view.ts";

interface Notice {
  readonly userId: string;
  readonly channelId: string;
  endsAt: number;
}

/** Who is typing where. A notice that is not renewed ends by itself. */
export class Typing {
  readonly #notices = new Map<string, Notice>();
  readonly #publish: (announcement: Announcement) => void;
  readonly #lastsMs: number;

  constructor(publish: (announcement: Announcement) => void, lastsMs: number) {
    this.#publish = publish;
    this.#lastsMs = lastsMs;
  }

  /** Nothing happens where the user may not speak. */
  begin(view: View, channelId: string, now: number): void {
    if (!view.maySpeakIn(channelId, now)) return;
    const { userId } = view;
    this.#notices.set(keyOf(userId, channelId), { userId, channelId, endsAt: now + this.#lastsMs });
    this.#publish(announce(TypingStarted, { id: channelId, user: userId }));
  }

  end(userId: string, channelId: string): void {
    if (!this.#notices.delete(keyOf(userId, channelId))) return;
    this.#publish(announce(TypingStopped, { id: channelId, user: userId }));
  }

  endAllOf(userId: string): void {
    for (const notice of this.#notices.values())
      if (notice.userId === userId) this.end(userId, notice.channelId);
  }

  expire(now: number): void {
    for (const { userId, channelId, endsAt } of this.#notices.values())
      if (endsAt <= now) this.end(userId, channelId);
  }
}

const keyOf = (userId: string, channelId: string) => `${userId} ${channelId}`;
