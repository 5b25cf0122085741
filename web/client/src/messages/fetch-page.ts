import { batch } from "solid-js";
import type { API, Client } from "stoat.js";

export interface PageQuery {
  readonly limit: number;
  readonly before?: string;
  readonly after?: string;
  readonly nearby?: string;
  readonly sort?: "Latest" | "Oldest";
}

type Page = Extract<API.BulkMessageResponse, { messages: unknown }>;

/** A page of a channel's history with its authors. */
export async function fetchPage(client: Client, channelId: string, query: PageQuery): Promise<Page> {
  const params = { ...query, include_users: true };
  const answer = (await client.api.get(`/channels/${channelId}/messages`, params)) as API.BulkMessageResponse;
  return Array.isArray(answer) ? { messages: answer, users: [] } : answer;
}

/** Puts a page into the library's collections, in place of what they knew of its messages, and returns the ids. */
export function keepPage(client: Client, page: Page): readonly string[] {
  return batch(() => {
    for (const user of page.users) client.users.getOrCreate(user._id, user);
    for (const member of page.members ?? []) client.serverMembers.getOrCreate(member._id, member);
    return page.messages.map((message) => keepMessage(client, message));
  });
}

/** Fetches one message, and returns its id. */
export async function fetchMessage(client: Client, channelId: string, id: string): Promise<string> {
  return keepMessage(client, (await client.api.get(`/channels/${channelId}/messages/${id}`)) as API.Message);
}

/** The library does not change a message that it has already, so that it has to be forgotten before. */
function keepMessage(client: Client, message: API.Message): string {
  if (client.messages.has(message._id)) client.messages.delete(message._id);
  return client.messages.getOrCreate(message._id, message).id;
}
