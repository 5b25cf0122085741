import { createResource, onCleanup } from "solid-js";
import type { DataMessageSearch, Message } from "../../../protocol/types.ts";
import type { Channel } from "../model/channel.ts";
import type { Connection } from "../session/connection.ts";
import { fetchFound } from "./fetch-found.ts";
import { onMessageChange } from "./message-changes.ts";
import { nextRequest } from "./search-filter.ts";

const firstPage: DataMessageSearch = { pinned: true, sort: "Latest", limit: 50, include_users: true };

interface Pins {
  readonly messages: readonly Message[];
  /** The request for older ones. */
  readonly next?: DataMessageSearch;
}

/** The pinned messages of a channel, as they are now. */
export function createPins(connection: Connection, channel: Channel) {
  const { client } = connection;
  const fetchPage = async (request: DataMessageSearch): Promise<Pins> => {
    const messages = await fetchFound(client, channel.id, request);
    return { messages, next: nextRequest(request, messages) };
  };
  const [pins, { mutate, refetch }] = createResource(connection.generation, () => fetchPage(firstPage));

  const keep = (filter: (message: Message) => boolean) =>
    mutate((now) => now && { ...now, messages: now.messages.filter(filter) });
  onCleanup(
    onMessageChange(client, channel.id, {
      removed: (ids) => keep(({ _id }) => !ids.includes(_id)),
      changed(id, data) {
        if (data.pinned === true) void refetch();
        else if (data.pinned === false) keep(({ _id }) => _id !== id);
        else {
          mutate(
            (now) =>
              now && {
                ...now,
                messages: now.messages.map((message) =>
                  message._id === id ? { ...message, ...data } : message,
                ),
              },
          );
        }
      },
    }),
  );

  return {
    pins,
    refetch: () => void refetch(),
    async older(): Promise<void> {
      const next = pins.latest?.next;
      if (!next) return;
      const page = await fetchPage(next);
      mutate((now) => now && { messages: [...now.messages, ...page.messages], next: page.next });
    },
  };
}
