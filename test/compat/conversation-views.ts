import { until } from "../support/until.ts";
import type { LibraryChannel, LibraryClient, LibraryMessage } from "./conversation-library.ts";

/** What somebody has to know by now, or learns in a moment. */
async function learn<T>(look: () => T | undefined): Promise<T> {
  await until(() => look() !== undefined);
  const found = look();
  if (found === undefined) throw new Error("known, and then not");
  return found;
}

export const hear = (client: LibraryClient, { id }: { readonly id: string }): Promise<LibraryMessage> =>
  learn(() => client.messages.get(id));

export const find = (client: LibraryClient, { id }: { readonly id: string }): Promise<LibraryChannel> =>
  learn(() => client.channels.get(id));

/** What a client knows of a channel's messages, the oldest first. */
export function messagesIn(client: LibraryClient, channelId: string): LibraryMessage[] {
  return inOrder(client.messages.toList().filter((message) => message.channelId === channelId));
}

export function inOrder(messages: readonly LibraryMessage[]): LibraryMessage[] {
  return messages.toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

/** What the server itself said in a channel. */
export function newsIn(client: LibraryClient, channelId: string): object[] {
  return messagesIn(client, channelId).flatMap(({ systemMessage }) =>
    systemMessage ? [newsOf(systemMessage)] : [],
  );
}

/** The library keeps its client in there too. */
function newsOf(systemMessage: object): object {
  return { ...systemMessage, client: undefined };
}

export function reactionsTo({ reactions }: LibraryMessage): Record<string, string[]> {
  const some = [...reactions].map(([emoji, users]) => [emoji, [...users]] as [string, string[]]);
  // The older library keeps an emoji that nobody is left with.
  return Object.fromEntries(some.filter(([, users]) => users.length > 0));
}

/**
 * All that can be seen of a message. Not when it was edited: the libraries stamp that on any change, were it only
 * a pin.
 */
export function see(message: LibraryMessage): object {
  const { id, authorId, content, systemMessage, attachments, embeds, mentionIds, replyIds } = message;
  return {
    id,
    authorId,
    content,
    system: systemMessage && newsOf(systemMessage),
    files: attachments?.map(({ id, filename, contentType }) => ({ id, filename, contentType })),
    embeds: embeds?.map(({ type, title }) => ({ type, title })) ?? [],
    mentionIds,
    replyIds,
    reactions: reactionsTo(message),
  };
}
