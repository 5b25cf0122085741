import { batch } from "solid-js";
import type { Client } from "stoat.js";
import { rememberExtras } from "./extras.ts";

/** An event as the server sends it. */
export type ServerEvent = { readonly type: string } & Record<string, unknown>;

/**
 * Makes the library's copy of the server's state right where the library leaves it stale:
 * a second `Ready` does not change what is known already, news about a stranger are dropped,
 * and what was read on another device stays unread.
 */
export function mendEvents(client: Client): void {
  const handlers = client.events.listeners("event") as ((event: ServerEvent) => unknown)[];
  client.events.removeAllListeners("event");
  const listen = client.events.on as (name: string, handler: (event: ServerEvent) => void) => void;
  listen.call(client.events, "event", (event) =>
    handle(client, event, (next) => {
      for (const handler of handlers) handler(next);
    }),
  );
}

function handle(client: Client, event: ServerEvent, pass: (event: ServerEvent) => void): void {
  if (event.type === "Bulk") {
    for (const item of event.v as ServerEvent[]) handle(client, item, pass);
    return;
  }
  batch(() => {
    if (event.type === "Ready") forgetEverything(client);
    rememberExtras(event);
    before(client, event);
    pass(event);
    after(client, event);
  });
}

/** `Ready` tells everything; objects are made anew under the same ids, so that pages which hold them go on. */
function forgetEverything(client: Client): void {
  const { users, servers, serverMembers, channels, emojis, channelUnreads } = client;
  for (const collection of [users, servers, serverMembers, channels, emojis, channelUnreads]) {
    for (const id of [...collection.keys()]) collection.delete(id);
  }
}

function before(client: Client, event: ServerEvent): void {
  switch (event.type) {
    case "UserRelationship": {
      const user = event.user as { _id: string };
      client.users.getOrCreate(user._id, user as Parameters<typeof client.users.getOrCreate>[1]);
      break;
    }
    case "ChannelAck": {
      const channel = client.channels.get(event.id as string);
      const read = event.message_id as string;
      const known = channel && client.channelUnreads.for(channel).lastMessageId;
      if (channel && (!known || known < read)) void channel.ack(read, true, true);
      break;
    }
  }
}

function after(client: Client, event: ServerEvent): void {
  switch (event.type) {
    // The library keeps a group that the user was removed from.
    case "ChannelGroupLeave":
      if (event.user === client.user?.id) client.channels.delete(event.id as string);
      break;
    // The library knows no users without a name of their own who had one.
    case "UserUpdate":
      if ((event.clear as string[] | undefined)?.includes("DisplayName")) {
        client.users.updateUnderlyingObject(event.id as string, { displayName: undefined });
      }
      break;
  }
}
