import { t } from "../i18n/i18n.ts";
import type { Client } from "../session/client.ts";
import { peopleWith } from "../users/relations.ts";

const unreadConversations = ({ channels }: Client) =>
  channels.list().filter(({ type, unread }) => (type === "DirectMessage" || type === "Group") && unread)
    .length;

/** Unread conversations and pending friend requests. */
export const homeCount = (client: Client) =>
  unreadConversations(client) + peopleWith(client, "Incoming").length;

/** The name of the home page with both counts in words. */
export function homeLabel(name: string, client: Client): string {
  const [unread, requests] = [unreadConversations(client), peopleWith(client, "Incoming").length];
  const counts = [
    unread > 0 && t().servers.unreadConversations(unread),
    requests > 0 && t().people.requests(requests),
  ];
  return [name, ...counts.filter(Boolean)].join(", ");
}

export const mentionCount = ({ channels }: Client) =>
  channels.list().reduce((sum, channel) => sum + channel.mentions.length, 0);
