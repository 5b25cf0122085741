import { createEffect, on } from "solid-js";
import { type Client, sessionState } from "../session/client.ts";
import { useClient } from "../session/context.tsx";
import { ChannelMessages } from "./channel-messages.ts";

/** How many channels stay loaded, so that switching back shows at once what was there. */
const keptChannels = 6;

/** The channels opened last, the latest at the end. All of them are kept up to date by events. */
class OpenedChannels {
  readonly #client: Client;
  readonly #channels = new Map<string, ChannelMessages>();
  #generation = 0;

  constructor(client: Client) {
    this.#client = client;
  }

  open(channelId: string): ChannelMessages {
    this.#dropStale();
    const messages = this.#channels.get(channelId) ?? new ChannelMessages(this.#client, channelId);
    this.#channels.delete(channelId);
    this.#channels.set(channelId, messages);
    for (const [id, old] of [...this.#channels].slice(0, -keptChannels)) {
      this.#channels.delete(id);
      old.dispose();
    }
    return messages;
  }

  /** After a reconnect, nothing that was loaded is certain. The open channel is reloaded by its page. */
  keepOnly(channelId: string): void {
    this.#generation = this.#client.generation();
    for (const [id, messages] of [...this.#channels]) {
      if (id === channelId) continue;
      this.#channels.delete(id);
      messages.dispose();
    }
  }

  #dropStale(): void {
    if (this.#generation !== this.#client.generation()) this.keepOnly("");
  }
}

const openedChannels = sessionState((client) => new OpenedChannels(client));

/** The messages of a channel, loaded again around what is on screen with every reconnection. */
export function useChannelMessages(channelId: string): ChannelMessages {
  const client = useClient();
  const opened = openedChannels(client);
  const messages = opened.open(channelId);
  createEffect(
    on(
      client.generation,
      () => {
        opened.keepOnly(channelId);
        if (messages.window()) void messages.load(messages.isFollowing ? { kind: "end" } : messages.place);
      },
      { defer: true },
    ),
  );
  return messages;
}
