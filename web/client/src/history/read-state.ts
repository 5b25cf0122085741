import { createSignal, onCleanup } from "solid-js";
import { attempt } from "../components/attempt.ts";
import type { Channel } from "../model/channel.ts";
import type { Client } from "../session/client.ts";
import { readUpTo } from "./mark-read.ts";

/** How long a request waits for further messages to be read. */
const pause = 800;

export type ReadState = ReturnType<typeof createReadState>;

/**
 * What of an open channel is read, and where the line of new messages is. In a channel that was never opened it is
 * after `start`, an id of the moment from which on everything is new to the user.
 */
export function createReadState(client: Client, channel: Channel, start: string) {
  const lastRead = () => channel.lastReadId ?? start;
  /** The message before the line of new messages. */
  const [lineAfter, setLineAfter] = createSignal(channel.unread ? lastRead() : undefined);
  let isKeptUnread = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let unsent: string | undefined;

  const send = () => {
    clearTimeout(timer);
    const messageId = unsent;
    unsent = undefined;
    if (messageId === undefined) return;
    const path = `/channels/${channel.id}/ack/${messageId}` as const;
    void attempt(() => client.api.put(path, undefined, { isSentOnce: true }));
  };
  const acknowledge = (messageId: string) => {
    readUpTo(client, channel.id, messageId);
    unsent = messageId;
    clearTimeout(timer);
    timer = setTimeout(send, pause);
  };
  onCleanup(send);

  return {
    lineAfter,
    /** Whoever has written in a channel has read it up to there, even if no client ever said so. */
    startAfterOwn(messageId: string): void {
      if (lineAfter() === start && messageId > start) setLineAfter(messageId);
    },
    /** The reader has seen everything up to a message. */
    see(messageId: string): void {
      if (!isKeptUnread && channel.unread) acknowledge(messageId);
    },
    /** A message arrived out of view: the line moves to the first unseen one. */
    arriveUnseen(): void {
      const read = lastRead();
      if (!isKeptUnread && read > (lineAfter() ?? "")) setLineAfter(read);
    },
    /** Marks everything as read and removes the line. */
    markRead(messageId: string): void {
      isKeptUnread = false;
      setLineAfter(undefined);
      if (channel.unread) acknowledge(messageId);
    },
    /** Makes everything after a message new again, until the channel is left or marked as read. */
    markUnreadAfter(messageId: string): void {
      isKeptUnread = true;
      setLineAfter(messageId);
      acknowledge(messageId);
      send();
    },
  };
}
