import { TypingStarted, TypingStopped } from "../domains/conversations/index.ts";
import { type Announcement, announce } from "../protocol/event.ts";
import type { View } from "./view.ts";

interface TypingIndicator {
  readonly userId: string;
  readonly channelId: string;
  endsAt: number;
}

/** The typing indicators of all users. One that is not renewed expires. */
export class Typing {
  readonly #indicators = new Map<string, TypingIndicator>();
  readonly #publish: (announcement: Announcement) => void;
  readonly #lifetimeMs: number;

  constructor(publish: (announcement: Announcement) => void, lifetimeMs: number) {
    this.#publish = publish;
    this.#lifetimeMs = lifetimeMs;
  }

  /** Does nothing where the user may not send messages. */
  begin(view: View, channelId: string, now: number): void {
    if (!view.canSendMessage(channelId, now)) return;
    const { userId } = view;
    this.#indicators.set(keyOf(userId, channelId), { userId, channelId, endsAt: now + this.#lifetimeMs });
    this.#publish(announce(TypingStarted, { id: channelId, user: userId }));
  }

  /** Announces the end where the user may send messages, even of an indicator that is not known or has expired. */
  end(view: View, channelId: string, now: number): void {
    if (!this.#end(view.userId, channelId) && view.canSendMessage(channelId, now))
      this.#publishEnd(view.userId, channelId);
  }

  endAllOf(userId: string): void {
    for (const indicator of this.#indicators.values())
      if (indicator.userId === userId) this.#end(userId, indicator.channelId);
  }

  expire(now: number): void {
    for (const { userId, channelId, endsAt } of this.#indicators.values())
      if (endsAt <= now) this.#end(userId, channelId);
  }

  /** Returns whether there was an indicator to end. */
  #end(userId: string, channelId: string): boolean {
    const isKnown = this.#indicators.delete(keyOf(userId, channelId));
    if (isKnown) this.#publishEnd(userId, channelId);
    return isKnown;
  }

  #publishEnd(userId: string, channelId: string): void {
    this.#publish(announce(TypingStopped, { id: channelId, user: userId }));
  }
}

const keyOf = (userId: string, channelId: string) => `${userId} ${channelId}`;
