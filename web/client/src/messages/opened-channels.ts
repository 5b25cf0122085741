import { createEffect, on } from "solid-js";
import type { Connection } from "../session/connection.ts";
import { useConnection } from "../session/context.tsx";
import { observeChannels } from "./channel-events.ts";
import { ChannelMessages } from "./channel-messages.ts";

/** How many channels stay loaded, so that switching back shows at once what was there. */
const keptChannels = 6;

/** The channels opened last, the latest at the end. All of them are kept true by events. */
class OpenedChannels {
  readonly #connection: Connection;
  readonly #channels = new Map<string, ChannelMessages>();
  #generation = 0;

  constructor(connection: Connection) {
    this.#connection = connection;
    observeChannels(connection.client, (channelId) => this.#channels.get(channelId));
  }

  open(channelId: string): ChannelMessages {
    this.#dropStale();
    const messages = this.#channels.get(channelId) ?? new ChannelMessages(this.#connection.client, channelId);
    this.#channels.delete(channelId);
    this.#channels.set(channelId, messages);
    for (const [id, old] of [...this.#channels].slice(0, -keptChannels)) {
      this.#channels.delete(id);
      old.dispose();
    }
    return messages;
  }

  /** After a reconnection nothing of what was loaded before is certain. What is open is loaded anew by its page. */
  keepOnly(channelId: string): void {
    this.#generation = this.#connection.generation();
    for (const [id, messages] of [...this.#channels]) {
      if (id === channelId) continue;
      this.#channels.delete(id);
      messages.dispose();
    }
  }

  #dropStale(): void {
    if (this.#generation !== this.#connection.generation()) this.keepOnly("");
  }
}

const perConnection = new WeakMap<Connection, OpenedChannels>();

/** The messages of a channel, loaded anew around what is on screen with every reconnection. */
export function useChannelMessages(channelId: string): ChannelMessages {
  const connection = useConnection();
  const opened = perConnection.get(connection) ?? new OpenedChannels(connection);
  perConnection.set(connection, opened);
  const messages = opened.open(channelId);
  createEffect(
    on(
      connection.generation,
      () => {
        opened.keepOnly(channelId);
        if (messages.window()) void messages.load(messages.isFollowing ? { kind: "end" } : messages.place);
      },
      { defer: true },
    ),
  );
  return messages;
}
