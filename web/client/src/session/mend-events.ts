import { batch } from "solid-js";
import type { Client } from "stoat.js";
import { rememberExtras } from "./extras.ts";

/** An event as the server sends it. */
export type ServerEvent = { readonly type: string } & Record<string, unknown>;

/**
 * Makes the library's copy of the server's state right where the library leaves it stale:
 * a second `Ready` does not change what is known already, news about a stranger are dropped,
 * what was read on another device stays unread, and every change of a message is an edit.
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
    before(client, event, pass);
    if (event.type === "MessageUpdate") updateMessage(client, event, pass);
    else pass(event);
    after(client, event);
    announceVoice(event, pass);
  });
}

/** `Ready` tells everything; objects are made anew under the same ids, so that pages which hold them go on. */
function forgetEverything(client: Client): void {
  const { users, servers, serverMembers, channels, emojis, channelUnreads } = client;
  for (const collection of [users, servers, serverMembers, channels, emojis, channelUnreads]) {
    for (const id of [...collection.keys()]) collection.delete(id);
  }
}

/**
 * The library takes every change of a message for an edit, does not know that a message can be unpinned,
 * and cannot read a system message without the id of the message.
 */
function updateMessage(client: Client, event: ServerEvent, pass: (event: ServerEvent) => void): void {
  const id = event.id as string;
  const data = event.data as { readonly edited?: string };
  const { editedAt } = client.messages.getUnderlyingObject(id);
  pass({ ...event, data: { ...data, _id: id } });
  if (!client.messages.has(id)) return;
  if (data.edited === undefined) client.messages.updateUnderlyingObject(id, "editedAt", editedAt);
  const cleared = (event.clear ?? []) as string[];
  if (cleared.includes("Pinned")) client.messages.updateUnderlyingObject(id, "pinned", false);
}

function before(client: Client, event: ServerEvent, pass: (event: ServerEvent) => void): void {
  switch (event.type) {
    case "UserRelationship": {
      const user = event.user as { _id: string };
      client.users.getOrCreate(user._id, user as Parameters<typeof client.users.getOrCreate>[1]);
      break;
    }
    case "Message": {
      // The answer to sending it was here first, after which the library ignores the event.
      const isKnown =
        client.messages.has(event._id as string) && client.channels.has(event.channel as string);
      if (isKnown) {
        client.channels.updateUnderlyingObject(event.channel as string, "lastMessageId", event._id as string);
      }
      break;
    }
    case "ChannelAck": {
      const channel = client.channels.get(event.id as string);
      const read = event.message_id as string;
      const known = channel && client.channelUnreads.for(channel).lastMessageId;
      if (channel && (!known || known < read)) void channel.ack(read, true, true);
      break;
    }
    // The library does not know the own member of a server that was joined just now, and would drop changes to it.
    case "ServerCreate": {
      const id = { server: event.id as string, user: client.user?.id ?? "" };
      client.serverMembers.getOrCreate(id, { _id: id, joined_at: new Date().toISOString() });
      type EmojiData = Parameters<typeof client.emojis.getOrCreate>[1];
      for (const emoji of (event.emojis ?? []) as EmojiData[]) client.emojis.getOrCreate(emoji._id, emoji);
      break;
    }
    // A channel that comes into sight may be missing in the library's list of the server's channels.
    case "ChannelCreate":
      client.servers.get(String(event.server))?.channelIds.add(event._id as string);
      break;
    // The library does not know this event.
    case "ServerRoleRanksUpdate": {
      const server = client.servers.get(event.id as string);
      for (const [rank, id] of (event.ranks as string[]).entries()) {
        const role = server?.roles.get(id);
        if (role) pass({ type: "ServerRoleUpdate", id: event.id, role_id: id, data: { ...role, rank } });
      }
      break;
    }
    // The library ignores what is cleared.
    case "ServerRoleUpdate":
      if ((event.clear as string[] | undefined)?.includes("Colour")) {
        event.data = { ...(event.data as object), colour: null };
      }
      break;
    case "EmojiUpdate":
      if (client.emojis.has(event.id as string)) {
        client.emojis.updateUnderlyingObject(event.id as string, event.data as { name: string });
      }
      break;
    case "ChannelUpdate":
      if (
        (event.clear as string[] | undefined)?.includes("Voice") &&
        client.channels.has(event.id as string)
      ) {
        client.channels.updateUnderlyingObject(event.id as string, "voice", undefined);
      }
      break;
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

/** The library does not know moves between calls, nor who is in the calls of a server that the user has just joined. */
function announceVoice(event: ServerEvent, pass: (event: ServerEvent) => void): void {
  if (event.type === "VoiceChannelMove") {
    pass({ type: "VoiceChannelLeave", id: event.from, user: event.user });
    pass({ type: "VoiceChannelJoin", id: event.to, state: event.state });
  } else if (event.type === "ServerCreate") {
    const calls = (event.voice_states ?? []) as { id: string; participants: unknown[] }[];
    for (const { id, participants } of calls) {
      for (const state of participants) pass({ type: "VoiceChannelJoin", id, state });
    }
  }
}
