import { type Accessor, createSignal, onCleanup } from "solid-js";
import { authorOf } from "../message/author.ts";
import type { MessageListState } from "../message/list-context.ts";
import type { Message } from "../model/message.ts";

const longestText = 200;

/** The latest message of other people in words, for screen readers: the rows themselves come and go by scrolling. */
export function createAnnouncement({ client, channel }: MessageListState): Accessor<string> {
  const [text, setText] = createSignal("");
  const onMessage = (message: Message | undefined) => {
    if (message?.channelId !== channel.id || message.authorId === client.user?.id) return;
    if (message.systemMessage || message.author?.relationship === "Blocked") return;
    setText(`${authorOf(message).name}: ${message.content.slice(0, longestText)}`);
  };
  onCleanup(client.on("Message", ({ _id }) => onMessage(client.messages.get(_id))));
  return text;
}
