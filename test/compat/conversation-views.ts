import { until } from "../support/until.ts";
import type { LibraryChannel, LibraryClient, LibraryMessage } from "./conversation-library.ts";

/** Waits until a value is defined. */
async function waitFor<T>(read: () => T | undefined): Promise<T> {
  await until(() => read() !== undefined);
  const value = read();
  if (value === undefined) throw new Error("the value disappeared again");
  return value;
}

export const waitForMessage = (
  client: LibraryClient,
  { id }: { readonly id: string },
): Promise<LibraryMessage> => waitFor(() => client.messages.get(id));

export const waitForChannel = (
  client: LibraryClient,
  { id }: { readonly id: string },
): Promise<LibraryChannel> => waitFor(() => client.channels.get(id));

/** The messages of a channel that a client has, oldest first. */
export function messagesIn(client: LibraryClient, channelId: string): LibraryMessage[] {
  return sortById(client.messages.toList().filter((message) => message.channelId === channelId));
}

export function sortById(messages: readonly LibraryMessage[]): LibraryMessage[] {
  return messages.toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

/** The system messages of a channel that a client has, oldest first. */
export function systemMessagesIn(client: LibraryClient, channelId: string): object[] {
  return messagesIn(client, channelId).flatMap(({ systemMessage }) =>
    systemMessage ? [withoutClient(systemMessage)] : [],
  );
}

/** The library stores its client in system messages. */
function withoutClient(systemMessage: object): object {
  return { ...systemMessage, client: undefined };
}

export function reactionsTo({ reactions }: LibraryMessage): Record<string, string[]> {
  const entries = [...reactions].map(([emoji, users]) => [emoji, [...users]] as [string, string[]]);
  // The older library keeps emojis without users.
  return Object.fromEntries(entries.filter(([, users]) => users.length > 0));
}

/** The visible content of a message. The edit time is left out: the libraries set it on any change, even a pin. */
export function messageView(message: LibraryMessage): object {
  const { id, authorId, content, systemMessage, attachments, embeds, mentionIds, replyIds } = message;
  return {
    id,
    authorId,
    content,
    system: systemMessage && withoutClient(systemMessage),
    files: attachments?.map(({ id, filename, contentType }) => ({ id, filename, contentType })),
    embeds: embeds?.map(({ type, title }) => ({ type, title })) ?? [],
    mentionIds,
    replyIds,
    reactions: reactionsTo(message),
  };
}
